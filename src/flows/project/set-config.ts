// Sets one key of a config file: the text around it, comments and formatting stay. What would not be valid is not written.
import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import { dirname, join, sep } from 'node:path'
import { configMeaning, wordsOf } from '../../contract/config/config-meaning.ts'
import { FullstopError } from '../../contract/error.ts'
import { nearest } from '../../domain/text/nearest.ts'
import { oneLine } from '../../domain/text/printable.ts'
import type { World } from '../world.ts'
import { parseConfig } from './config-file.ts'
import { withValue } from './edit-jsonc.ts'
import { findUserFile, PROJECT_FILE } from './load-policy.ts'

const LARGEST = 1024 * 1024

export interface ConfigChange {
  readonly key: string
  /** As it was typed; undefined takes the key out. */
  readonly text: string | undefined
  readonly scope: 'user' | 'project'
  /** Of the project. */
  readonly root: string
}

export interface ConfigChanged {
  readonly file: string
  readonly before: string | undefined
  readonly after: string
}

/** Throws for a key that does not exist, with the nearest one. */
export function knownKey(key: string): string {
  const known = Object.keys(configMeaning)
  if (known.includes(key)) return key
  const below = known.filter((one) => one.startsWith(`${key}.`))
  const near = nearest(key, known) ?? known.find((one) => one.endsWith(`.${key}`))
  const meant = below.length > 0 ? below.join(', ') : near
  throw new FullstopError(
    'usage',
    `config: there is no key "${oneLine(key, 60)}"`,
    meant === undefined ? 'run `fullstop config list` for all keys' : `did you mean ${meant}?`,
  )
}

export function planConfig(world: World, change: ConfigChange): ConfigChanged {
  const file = fileOf(world, change)
  const read = world.files.readText(file, LARGEST)
  if (read.kind === 'refused') throw invalid(`${file} cannot be read: ${read.why}`)
  const before = read.kind === 'text' ? read.text : undefined
  const text = before === undefined || before.trim() === '' ? '{}\n' : before
  const parsed = parseConfig(text)
  if (!parsed.ok) throw invalid(`${file}: ${parsed.errors.join('; ')}`)
  const path = pathOf(knownKey(change.key), text)
  const value = change.text === undefined ? undefined : toValue(change.text)
  const after = withValue(text, path, value)
  const checked = parseConfig(after)
  if (checked.ok) return { file, before, after }
  // A word that also reads as a number or a truth value may be meant as text.
  const asText = change.text === undefined ? undefined : withValue(text, path, change.text)
  if (asText !== undefined && parseConfig(asText).ok) return { file, before, after: asText }
  throw wrongValue(change, checked.errors)
}

/** Errors inside a list or an object say where; of a single value, what it may be says enough. */
function wrongValue({ key, text = '' }: ConfigChange, errors: readonly string[]): FullstopError {
  const meaning = configMeaning[key as keyof typeof configMeaning]
  const isWhole = errors.every((error) => error.startsWith(`"${key}"`))
  const near = nearest(text, wordsOf(meaning))
  const shown = key === 'notify.secret' ? 'set' : `"${oneLine(text, 60)}"`
  // Nothing is wrong with the value itself: the file lacks something else.
  const reason = errors.map((error) => error.slice(`"${key}": `.length)).find((words) => words.startsWith('it '))
  return new FullstopError(
    'usage',
    `config: ${isWhole ? `${key} cannot be ${shown}${reason === undefined ? '' : `: ${reason}`}` : errors.join('; ')}`,
    `${near === undefined ? '' : `did you mean ${near}? `}${key} takes ${meaning.values}`,
  )
}

export async function writeConfig(
  world: World,
  { file, after }: ConfigChanged,
  scope: ConfigChange['scope'],
): Promise<void> {
  const { disk } = await world.openWorkshop()
  disk.writeWhole(file, after, scope === 'project' ? 0o644 : 0o600)
}

function fileOf(world: World, { scope, root }: ConfigChange): string {
  if (scope === 'user') return world.files.realPath(findUserFile(world).userFile)
  const file = world.files.realPath(join(root, PROJECT_FILE))
  // A repository may hold links to anywhere; our own config would need no trust.
  if (dirname(file) === world.files.realPath(root) || file.startsWith(`${world.files.realPath(root)}${sep}`))
    return file
  throw invalid(`${join(root, PROJECT_FILE)} is a link to ${file}, outside the project`)
}

function invalid(what: string): FullstopError {
  return new FullstopError('config-invalid', what, 'fix the file, then run this again')
}

/** An older name of a key stays as it is where the file uses it. */
function pathOf(key: string, text: string): string[] {
  const path = key.split('.')
  const tree = parseTree(text, [], { allowTrailingComma: true })
  const isOldName = key === 'detect.strategies' && tree && findNodeAtLocation(tree, ['completion', 'strategies'])
  return isOldName ? ['completion', 'strategies'] : path
}

/** JSON where it is some, else the text itself: `strict`, `5`, `true`, `["npm test"]`. */
function toValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Words need no quotation marks.
    return text
  }
}
