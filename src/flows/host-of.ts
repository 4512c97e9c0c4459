// What is known of the host beyond its environment: whether a person is there, and which process it is.
import type { Agent, Attendance } from '../agents/agent.ts'
import type { HookEvent, Host } from '../contract/hook-event.ts'
import { parseLine } from './read-transcript.ts'
import type { World } from './world.ts'

/** The first line of a transcript may hold the whole system prompt. */
const LONGEST_LINE = 1024 * 1024
/** How far back the start of the turn is looked for: most turns are short. */
const LOOK_BACK = [256, 4096, 65_536].map((kibibytes) => kibibytes * 1024)

export function hostOf(world: World, agent: Agent, told: Host, event: HookEvent): Host {
  const attendance = agent.transcript?.attendance
  const host = attendance ? { ...told, attended: isAttended(world, agent, attendance, event) } : told
  if (host.pid !== undefined) return host
  const pid = starter(world)
  return pid === undefined ? host : { ...host, pid, isShared: isShared(world, agent, pid) }
}

/** In doubt nobody is there: a script's output must not change because of us. */
function isAttended(world: World, { transcript }: Agent, { mark, of }: Attendance, event: HookEvent): boolean {
  const path = event.transcriptPath
  if (path === undefined || !transcript) return false
  const within = [world.userHome, ...transcript.folders(world.env)]
  for (const most of LOOK_BACK) {
    const part = world.files.readPart(path, { from: 0, most }, within)
    if (part.kind !== 'part') break
    const lines = part.text.split('\n').filter((line) => line.includes(mark))
    const said = lines.toReversed().flatMap((line) => of(parseLine(line)) ?? [])[0]
    if (said !== undefined) return said
    if (part.start === 0) break
  }
  return of(parseLine(world.files.readLine(path, LONGEST_LINE, within) ?? '')) ?? false
}

/** The agent starts its hooks itself, or through a shell. */
function starter({ processes }: World): number | undefined {
  const key = processes.starters().at(-1)
  return key === undefined ? undefined : Number.parseInt(key, 10)
}

/** Where the system does not tell, it may be. */
function isShared({ processes }: World, { isDaemon }: Agent, pid: number): boolean {
  const command = processes.commandOf(pid)
  return isDaemon !== undefined && (command === undefined || isDaemon(command))
}
