// Scripts by which bash, zsh and fish complete our commands, made from the table of commands. Commands, options and fixed
// values stand in the script; files and folders come from the shell; tasks, checks and the values of a setting from `fullstop complete`.
import { given } from '../../contract/given.ts'
import type { Command, LookedUp, Option } from './command.ts'
import { everywhere, shortOf } from './parse.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type CompletedShell = (typeof shells)[number]

interface Completed {
  readonly name: string
  readonly summary: string
  readonly options: readonly CompletedOption[]
  readonly positions: readonly Position[]
}

/** What the shell has to look for. */
type Source = LookedUp | 'folders' | 'files'

/** By what a value is called in help. */
const SOURCES: Readonly<Record<string, Source>> = { TASK: 'tasks', DIR: 'folders', FILE: 'files' }

interface CompletedOption {
  readonly flag: string
  /** One letter, with its dash. */
  readonly short?: string
  readonly source?: Source
  readonly summary: string
  /** What its value is called; none: it takes no value. */
  readonly value?: string
  readonly choices: readonly string[]
}

interface Position {
  readonly title: string
  readonly source?: Source
  readonly choices: readonly string[]
  /** It may be repeated, so all that follow are of its kind. */
  readonly isOpen: boolean
}

export function renderCompletions(shell: CompletedShell, commands: readonly Command[]): string {
  const shown = commands.filter((command) => !command.hidden).map(toCompleted)
  const help: Completed = {
    name: 'help',
    summary: 'Show all commands, or the options and examples of one',
    options: [],
    positions: [{ title: 'COMMAND', choices: shown.map(({ name }) => name), isOpen: false }],
  }
  return `${{ bash, zsh, fish }[shell]([...shown, help]).join('\n')}\n`
}

function toCompleted({ name, summary, args, options, choices = {}, completes = {} }: Command): Completed {
  const helpOption: CompletedOption = { flag: '--help', short: '-h', summary: 'show options and examples', choices: [] }
  return {
    name,
    summary,
    options: [
      ...Object.entries({ ...options, ...everywhere, ...options }).map(([flag, option]) =>
        toOption(flag, option, words(choices[flag] ?? [])),
      ),
      helpOption,
    ],
    positions: args.map((arg) => {
      const title = arg.replaceAll(/[[\]…]/g, '')
      // Names of values are written in capitals; anything else is the word itself.
      const literal = /^[a-z][a-z|-]*$/.test(title) ? title.split('|') : []
      const source = completes[title] ?? SOURCES[title]
      const isOpen = arg.includes('…')
      return { title, choices: words(choices[title] ?? literal), isOpen, ...(source ? { source } : {}) }
    }),
  }
}

function toOption(
  name: string,
  { type, value = 'VALUE', summary }: Option,
  choices: readonly string[],
): CompletedOption {
  const short = shortOf(name)
  const source = type === 'string' ? SOURCES[value] : undefined
  return {
    flag: `--${name}`,
    ...given({ short }, (key) => `-${key}`),
    ...given({ source }),
    summary,
    ...(type === 'string' ? { value } : {}),
    choices,
  }
}

/** What needs no quoting in any shell; we have no other values. */
function words(all: readonly string[]): readonly string[] {
  return all.filter((one) => /^[\w.-]+$/.test(one))
}

const names = (all: readonly Completed[]): string => all.map(({ name }) => name).join(' ')

const written = (shell: CompletedShell): string =>
  `# Completes fullstop in ${shell}. Written by \`fullstop completions ${shell}\`.`

// For bash 3.2 as macOS has it, and without the functions of the bash-completion package.
function bash(all: readonly Completed[]): string[] {
  const row = (test: string, words: readonly string[]): string => `    ${test}) words='${words.join(' ')}' ;;`
  const options = all.filter((one) => one.options.length > 0)
  const flags = (name: string, { flag, short }: CompletedOption): string =>
    [flag, ...(short === undefined ? [] : [short])].map((each) => `'${name} ${each}'`).join(' | ')
  const lookUp = (source: Source): string => {
    if (source === 'at-files') return '_fullstop_at_files "$current"; return'
    if (source === 'files' || source === 'folders') return `_fullstop_${source} "$current"; return`
    return `_fullstop_ask "$current" ${source}; return`
  }
  return [
    written('bash'),
    '_fullstop_ask() {',
    '  local line=("${COMP_WORDS[@]:1:COMP_CWORD-1}")',
    `  COMPREPLY=($(compgen -W "$("\${COMP_WORDS[0]}" complete "$2" -- "\${line[@]}" 2>/dev/null | cut -f 1)" -- "$1"))`,
    '}',
    '# `@path`: bash takes the sign for a word unless COMP_WORDBREAKS says otherwise, but replaces it with the rest.',
    '_fullstop_at_files() {',
    '  case $1 in @*) ;; *) [ "${COMP_WORDS[COMP_CWORD-1]}" = @ ] || return ;; esac',
    "  local IFS=$'\\n' path",
    '  for path in $(compgen -f -- "${1#@}"); do',
    '    if [ -d "$path" ]; then path=$path/; compopt -o nospace 2>/dev/null; fi',
    '    COMPREPLY+=("@$(printf %q "$path")")',
    '  done',
    '}',
    '_fullstop_folders() {',
    "  local IFS=$'\\n'",
    '  COMPREPLY=($(compgen -d -- "$1"))',
    '  compopt -o filenames 2>/dev/null',
    '}',
    '_fullstop_files() {',
    "  local IFS=$'\\n'",
    '  COMPREPLY=($(compgen -f -- "$1"))',
    '  compopt -o filenames 2>/dev/null',
    '}',
    '_fullstop() {',
    '  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}',
    '  local words= position=0 index word',
    '  COMPREPLY=()',
    '  if [ "$COMP_CWORD" -le 1 ]; then',
    `    words='${names(all)}'`,
    "    case $current in -*) words='--help --version' ;; esac",
    '    COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '    return',
    '  fi',
    '  # `--option=value` comes as three words.',
    '  if [ "$current" = = ]; then current=; elif [ "$previous" = = ]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi',
    '  case "$command $previous" in',
    ...all.flatMap(({ name, options }) =>
      options
        .filter(({ value }) => value !== undefined)
        .map((option) =>
          option.source === undefined
            ? `    ${flags(name, option)}) COMPREPLY=($(compgen -W '${option.choices.join(' ')}' -- "$current")); return ;;`
            : `    ${flags(name, option)}) ${lookUp(option.source)} ;;`,
        ),
    ),
    '  esac',
    '  if [ "${current#-}" != "$current" ]; then',
    '    case $command in',
    ...options.map(
      ({ name, options }) =>
        `  ${row(
          name,
          options.map(({ flag }) => flag),
        )}`,
    ),
    '    esac',
    '    COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '    return',
    '  fi',
    '  for ((index = 2; index < COMP_CWORD; index++)); do',
    '    word=${COMP_WORDS[index]}',
    '    case "$command ${COMP_WORDS[index-1]}" in',
    "      *' =') continue ;;",
    ...options.flatMap(({ name, options }) =>
      options.filter(({ value }) => value !== undefined).map((option) => `      ${flags(name, option)}) continue ;;`),
    ),
    '    esac',
    '    case $word in -* | = | @) ;; *) position=$((position + 1)) ;; esac',
    '  done',
    '  case "$command $position" in',
    ...all.flatMap(({ name, positions }) =>
      positions.flatMap(({ choices, isOpen, source }, index) => {
        const test = isOpen ? `"${name} "*` : `"${name} ${index}"`
        if (source !== undefined) return [`    ${test}) ${lookUp(source)} ;;`]
        return choices.length === 0 ? [] : [row(test, choices)]
      }),
    ),
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -F _fullstop fullstop',
  ]
}

// After the manual of zsh, zshcompsys: `_arguments` and `_describe`.
function zsh(all: readonly Completed[]): string[] {
  const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const plain = (text: string): string => text.replaceAll(/[\\[\]:]/g, String.raw`\$&`)
  const lookUp = (source: Source): string => {
    if (source === 'folders') return '_files -/'
    if (source === 'files') return '_files'
    return source === 'at-files' ? '_fullstop_at_files' : `_fullstop_ask ${source}`
  }
  const values = ({ choices, source }: Pick<Position, 'choices' | 'source'>): string => {
    if (source !== undefined) return lookUp(source)
    return choices.length === 0 ? ' ' : `(${choices.join(' ')})`
  }
  const specs = ({ options, positions }: Completed): string[] => [
    ...options.flatMap((option) => {
      const { flag, short, summary, value } = option
      const rest = `[${plain(summary)}]${value === undefined ? '' : `:${plain(value)}:${values(option)}`}`
      const long = quote(`${flag}${value === undefined ? '' : '='}${rest}`)
      return short === undefined ? [long] : [long, quote(`${short}${rest}`)]
    }),
    ...positions.map((position, index) =>
      quote(`${position.isOpen ? '*' : index + 1}:${plain(position.title)}:${values(position)}`),
    ),
  ]
  return [
    '#compdef fullstop',
    written('zsh'),
    '# `_arguments` calls it with options of its own for `compadd` before our word.',
    '_fullstop_ask() {',
    '  local -a found',
    '  found=(${(f)"$(fullstop complete ${@[-1]} -- ${words[1,CURRENT-1]} 2>/dev/null)"})',
    "  found=(${found//$'\\t'/:})",
    '  _describe -t values value found',
    '}',
    '_fullstop_at_files() {',
    '  compset -P @ && _files',
    '}',
    '_fullstop() {',
    '  local curcontext=$curcontext state line',
    '  local -a commands',
    '  commands=(',
    ...all.map(({ name, summary }) => `    ${quote(`${name}:${plain(summary)}`)}`),
    '  )',
    "  _arguments -C '(- *)--help[show all commands]' '(- *)--version[show the version]' '1: :->command' '*:: :->rest'",
    '  case $state in',
    '    command) _describe -t commands command commands ;;',
    '    rest)',
    '      case $words[1] in',
    ...all.map((one) => `        ${one.name}) _arguments ${specs(one).join(' ')} ;;`),
    '      esac',
    '      ;;',
    '  esac',
    '}',
    '# From a folder of $fpath this file is the function itself; read by `source` it has to be registered.',
    'if [[ $funcstack[1] == _fullstop ]]; then _fullstop "$@"; else compdef _fullstop fullstop; fi',
  ]
}

// After the manual of fish, "Writing your own completions".
function fish(all: readonly Completed[]): string[] {
  const quote = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`
  const valued = [
    ...new Set(
      all.flatMap(({ options }) =>
        options
          .filter(({ value }) => value !== undefined)
          .flatMap(({ flag, short }) => [flag, ...(short === undefined ? [] : [short])]),
      ),
    ),
  ]
  const lookUp = (source: Source): string => {
    if (source === 'folders') return '(__fish_complete_directories)'
    if (source === 'files') return '(__fish_complete_path)'
    return source === 'at-files' ? '(__fullstop_at_files)' : `(__fullstop_ask ${source})`
  }
  const offered = ({ choices, source }: Pick<Position, 'choices' | 'source'>): string[] => {
    if (source !== undefined) return [`-a ${quote(lookUp(source))}`]
    return choices.length === 0 ? [] : [`-a ${quote(choices.join(' '))}`]
  }
  const option = (name: string, each: CompletedOption): string => {
    const { flag, short, summary, value } = each
    return [
      `complete -c fullstop -n ${quote(`__fullstop_at ${name}`)}`,
      ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
      `-l ${flag.slice(2)}`,
      ...(value === undefined ? [] : ['-x']),
      ...offered(each),
      `-d ${quote(summary)}`,
    ].join(' ')
  }
  return [
    written('fish'),
    'function __fullstop_at',
    '    set -l words (commandline -opc)',
    '    test (count $words) -ge 2; and test "$words[2]" = "$argv[1]"; or return 1',
    '    set -q argv[2]; or return 0',
    '    set -e words[1..2]',
    '    set -l position 0',
    '    set -l is_value 0',
    '    for word in $words',
    '        if test $is_value = 1',
    '            set is_value 0',
    `        else if contains -- $word ${valued.join(' ')}`,
    '            set is_value 1',
    "        else if not string match -q -- '-*' $word",
    '            set position (math $position + 1)',
    '        end',
    '    end',
    '    test $position = "$argv[2]"',
    'end',
    'function __fullstop_ask',
    '    set -l words (commandline -opc)',
    '    fullstop complete $argv[1] -- $words[2..-1] 2>/dev/null',
    'end',
    'function __fullstop_at_files',
    '    set -l word (commandline -ct)',
    "    string match -q -- '@*' $word; or return",
    '    for path in (__fish_complete_path (string sub -s 2 -- $word))',
    '        echo @$path',
    '    end',
    'end',
    'complete -c fullstop -f',
    `complete -c fullstop -n 'test (count (commandline -opc)) = 1' -l help -d 'show all commands'`,
    `complete -c fullstop -n 'test (count (commandline -opc)) = 1' -l version -d 'show the version'`,
    ...all.flatMap((one) => [
      `complete -c fullstop -n 'test (count (commandline -opc)) = 1' -a ${one.name} -d ${quote(one.summary)}`,
      ...one.options.map((each) => option(one.name, each)),
      ...one.positions.flatMap((position, index) =>
        offered(position).map(
          (words) =>
            `complete -c fullstop -n ${quote(`__fullstop_at ${one.name}${position.isOpen ? '' : ` ${index}`}`)} ${words}`,
        ),
      ),
    ]),
  ]
}
