// The rows of a data file by what stands in them, whatever the format: two files that hold the same rows read the same.
import { readYaml } from '../../settings/formats/read-yaml.ts'
import { bare, BETWEEN } from './row-values.ts'

export const MOST_ROWS = 2000

export function rowsIn(path: string, text: string): string[] {
  if (/\.json$/i.test(path)) return jsonRows(text)
  if (/\.ya?ml$/i.test(path)) return yamlRows(text)
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .slice(0, MOST_ROWS)
  if (/\.(?:jsonl|ndjson)$/i.test(path)) return lines.map(jsonLine)
  return lines.map((line) =>
    line
      .trim()
      .split(/\s*[,;\t]\s*|\s+/)
      .map((one) => bare(one.replaceAll('"', '')))
      .join(BETWEEN),
  )
}

/** Empty where it is none. */
function jsonLine(line: string): string {
  try {
    return scalars(JSON.parse(line)).join(BETWEEN)
  } catch {
    return ''
  }
}

function jsonRows(text: string): string[] {
  try {
    const read: unknown = JSON.parse(text)
    const list = Array.isArray(read) ? read : Object.values(read ?? {}).find((one) => Array.isArray(one))
    return Array.isArray(list) ? list.slice(0, MOST_ROWS).map((row) => scalars(row).join(BETWEEN)) : []
  } catch {
    return []
  }
}

/** The items of the outermost list, else what stands under each of the outermost keys. */
function yamlRows(text: string): string[] {
  const settings = readYaml(text)
  const depth = settings.some(({ path: [first] }) => typeof first === 'number')
    ? 1
    : settings.some(({ path: [, second] }) => typeof second === 'number')
      ? 2
      : 1
  const rows = new Map<string, string[]>()
  for (const { path, value } of settings) {
    const [key, name] = [JSON.stringify(path.slice(0, depth)), path[depth - 1]]
    const row = rows.get(key) ?? (typeof name === 'string' ? [name] : [])
    row.push(bare(value))
    rows.set(key, row)
  }
  return [...rows.values()].slice(0, MOST_ROWS).map((row) => row.join(BETWEEN))
}

const DEEPEST = 6

function scalars(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null) return [typeof value === 'string' ? bare(value) : String(value)]
  return depth > DEEPEST ? [] : Object.values(value).flatMap((one) => scalars(one, depth + 1))
}
