// Whether the gate is in an agent's settings: for the user, for this repository, as a plugin. Reads only; `doctor` proves.
import type { Agent, Places, Scope } from '../../agents/agent.ts'
import type { World } from '../world.ts'
import { loadInstaller } from './load-installer.ts'
import { planInstall, settingsReader } from './plan-install.ts'

export type GateIn = Scope | 'plugin'

export interface Installed {
  readonly in: readonly GateIn[]
  /** A part is there, and a part is missing. */
  readonly isPartial: boolean
  /** A setting of the agent that switches its hooks off, and its file. */
  readonly switchedOff?: { readonly file: string; readonly setting: string }
}

export async function lookInstalled(world: World, agent: Agent, places: Places): Promise<Installed> {
  const installer = await loadInstaller(agent)
  const settings = await settingsReader(world)
  const scopes: readonly Scope[] = ['user', 'project']
  const plans = await Promise.all(
    scopes.map(async (scope) => {
      const plan = await planInstall(world, { agents: [agent], scope, places })
      const done = plan.filter(({ change }) => change.kind === 'none').length
      return { scope, isWhole: plan.length > 0 && done === plan.length, isPartial: done > 0 && done < plan.length }
    }),
  )
  const plugin: readonly GateIn[] = installer?.asPlugin({ places, settings }) === undefined ? [] : ['plugin']
  const whole = [...plans.filter(({ isWhole }) => isWhole).map(({ scope }): GateIn => scope), ...plugin]
  const [off] = installer?.switchedOff({ places, settings }) ?? []
  return {
    in: whole,
    isPartial: whole.length === 0 && plans.some(({ isPartial }) => isPartial),
    ...(off ? { switchedOff: { file: off.file, setting: off.setting } } : {}),
  }
}
