// What works with which agent, read off the parts that its folder has.
import { byWords } from '../domain/strategies/index.ts'
import type { Agent, Installer } from './agent.ts'

export interface Abilities {
  readonly id: string
  readonly title: string
  /** A stop can be refused. */
  readonly stopHook: boolean
  readonly claims: readonly string[]
  /** Saved context and the brief. */
  readonly memory: boolean
  /** What the agent did is read from its own transcript. */
  readonly transcript: boolean
  /** `fullstop run` starts it and reads its stream. */
  readonly run: boolean
  readonly install: boolean
  /** `doctor` proves it by running the agent without a network. */
  readonly trial: boolean
  readonly tested: string
}

/** The strategies that are on by default, as people call them. */
const IN_WORDS = byWords.filter((row) => row.onByDefault).map(({ name }) => name.replaceAll('-', ' '))

export function abilitiesOf(agent: Agent, installer: Installer | undefined): Abilities {
  const isRead = agent.hook !== undefined || agent.transcript !== undefined
  return {
    id: agent.id,
    title: agent.title,
    stopHook: agent.hook !== undefined,
    claims: [...(agent.callOf ? ['tool'] : []), ...(isRead ? ['command', ...IN_WORDS] : [])],
    memory: agent.callOf !== undefined,
    transcript: agent.transcript !== undefined,
    run: agent.driver !== undefined,
    install: agent.install !== undefined,
    trial: installer?.trial !== undefined,
    tested: agent.tested,
  }
}
