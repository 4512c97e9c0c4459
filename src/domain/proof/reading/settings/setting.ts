// One setting of a config file, with its line.

export interface ToolSetting {
  /** Keys from the outside in; a number is a place in a list. */
  readonly path: readonly (string | number)[]
  readonly value: string
  /** As written: quoted values are text. */
  readonly isText: boolean
  readonly line: number
}

export function lastKey({ path }: ToolSetting): string {
  return String(path.findLast((part) => typeof part === 'string') ?? '')
}

/** The keys alone, joined by dots. */
export function keysOf({ path }: ToolSetting): string {
  return path.filter((part) => typeof part === 'string').join('.')
}
