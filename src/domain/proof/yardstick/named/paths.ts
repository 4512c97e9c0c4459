// Paths as checks write them, and what their endings say.

/** Undefined where it leads out of the root, or a shell would have to say where it leads. */
export function joinPath(folder: string, path: string): string | undefined {
  if (path === '' || path.length > 500 || /^[/~]|^[A-Za-z]:[\\/]|[$`*?<>|;\n\0]/.test(path)) return undefined
  const parts: string[] = []
  for (const part of `${folder}/${path.replaceAll('\\', '/')}`.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function withoutEnding(path: string): string {
  return path.replace(/\.\w+$/, '')
}

/** Of a path that begins with something a shell fills in: what follows it. `"$(dirname "$0")/lib.sh"` ends in `lib.sh`. */
export function plainTail(word: string): string | undefined {
  return /^[^/]{0,200}\$[^/]{0,200}\/([^$`]{1,300})$/.exec(word)?.[1]
}

const CODE =
  /\.(?:[cm]?[jt]sx?|py|rb|pl|pm|php|lua|r|jl|go|rs|java|kts?|groovy|scala|exs?|swift|dart|cs|csx|fsx|ps1|awk|tcl|nim|zig|cr)$/i
const SHELL = /\.(?:sh|bash|zsh|ksh|fish|bat|cmd|bats)$/i
const DATA =
  /\.(?:jsonc?|json5|jsonl|ndjson|ya?ml|toml|ini|cfg|conf|csv|tsv|txt|md|html?|xml|svg|sql|snap|golden|approved|expected|exp|out|stdout|stderr|ref|dat|diff|patch|bin|png|gz)$/i

export function isCodePath(path: string): boolean {
  return CODE.test(path)
}

export function isShellPath(path: string): boolean {
  return SHELL.test(path)
}

export function isDataPath(path: string): boolean {
  return DATA.test(path)
}

/** Also a file without an ending, by its first line. */
export function isShellText(path: string, text: string): boolean {
  return isShellPath(path) || (!isCodePath(path) && /^#![^\n]{0,80}\b(?:ba|z|da|k|a)?sh\b/.test(text))
}

/** A shell script as lines of commands: without comments, continued lines in one. */
export function scriptLines(text: string): string[] {
  return text
    .replaceAll(/\\\r?\n/g, ' ')
    .split('\n')
    .slice(0, MOST_LINES)
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
}

const MOST_LINES = 3000
