// Where a task's notifications go, as it was when the task opened. Addresses and secrets do not belong into the log of
// events, so they are kept in a private file, and the policy of the task names that file.
import { join } from 'node:path'
import { given } from '../../contract/given.ts'
import { type NotifyPolicy, type NotifySettings, NotifyTarget } from '../../contract/config/notify.ts'
import { splitWords } from '../../domain/shell/words.ts'
import type { NotifyChoice } from '../../domain/policy/policy.ts'
import { notifyFolder } from '../home/notify-folder.ts'
import { readTrust } from './trust.ts'
import type { World } from '../world.ts'

const LARGEST = 64 * 1024
const ENDING = '.json'
const DAY_MS = 86_400_000
/** After that long without a new task: a secret that was replaced is not kept for ever. */
const KEPT_MS = 90 * DAY_MS

function settingsFolder(world: Pick<World, 'stateHome'>): string {
  return join(notifyFolder(world), 'settings')
}

interface Kept {
  readonly policy?: NotifyPolicy
  readonly problems: readonly string[]
}

/** Never rejects: what cannot be kept is said, and nobody is told of anything. */
export async function keepNotifySettings(
  world: World,
  choice: NotifyChoice,
  project: NotifySettings['trust'],
): Promise<Kept> {
  const read = toNotifySettings(world, choice, project)
  if (typeof read === 'string') return { problems: [read] }
  const targets = NotifyTarget.options.filter((target) => read[target] !== undefined)
  try {
    return { policy: { settings: await nameFor(world, read), targets }, problems: [] }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { problems: [`notify is ignored: its settings cannot be kept (${why})`] }
  }
}

/** A sentence where the command cannot be read. */
export function toNotifySettings(
  world: World,
  { config, fromProject, page }: NotifyChoice,
  project: NotifySettings['trust'],
): NotifySettings | string {
  const { command, ...others } = config
  const split = typeof command === 'string' ? splitWords(command) : undefined
  if (split && !split.ok) return `notify.command cannot be read: ${split.why}`
  const argv = split ? split.words : command
  return {
    ...given(others),
    ...given({ command: argv as readonly string[] | undefined, page }),
    ...(project && fromProject.includes('command') ? { commandIn: project.root } : {}),
    // Trust that the environment gives cannot be taken back.
    ...(project && fromProject.length > 0 && readTrust(world, project.root)?.hashes[0] === project.hash
      ? { trust: project }
      : {}),
  }
}

/** The name of the file with exactly this content. Random: a hash of a secret would help to guess it. */
async function nameFor(world: World, settings: NotifySettings): Promise<string> {
  const folder = settingsFolder(world)
  const text = `${JSON.stringify(settings)}\n`
  const age = (name: string): number => world.now().getTime() - (world.files.modifiedMs(join(folder, name)) ?? 0)
  const names = world.files.names(folder).filter((name) => name.endsWith(ENDING))
  const same = names.find((name) => textOf(world, join(folder, name)) === text)
  // Its time of change says when it was last used.
  if (same !== undefined && age(same) < DAY_MS) return same.slice(0, -ENDING.length)
  const { disk } = await world.openWorkshop()
  for (const name of names) if (name !== same && age(name) > KEPT_MS) disk.remove(join(folder, name))
  const name = same ?? `${world.newId('ntf')}${ENDING}`
  disk.writeWhole(join(folder, name), text)
  return name.slice(0, -ENDING.length)
}

function textOf({ files }: Pick<World, 'files'>, path: string): string | undefined {
  const read = files.readText(path, LARGEST)
  return read.kind === 'text' ? read.text : undefined
}

/** Undefined: they are gone or damaged. */
export function readNotifySettings(
  world: Pick<World, 'files' | 'stateHome'>,
  name: string,
): NotifySettings | undefined {
  if (!/^ntf_\w+$/.test(name)) return undefined
  const text = textOf(world, join(settingsFolder(world), `${name}${ENDING}`))
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as NotifySettings
  } catch {
    // Written whole or not at all: this is somebody else's.
    return undefined
  }
}
