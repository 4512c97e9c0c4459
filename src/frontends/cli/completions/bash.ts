// The script for bash.
import { type Completed, type CompletedOption, type CompletedSource, written } from './completed.ts'

const names = (all: readonly Completed[]): string => all.map(({ name }) => name).join(' ')

// For bash 3.2 as macOS has it, and without the functions of the bash-completion package.
export function bash(all: readonly Completed[]): string[] {
  const row = (test: string, words: readonly string[]): string => `    ${test}) words='${words.join(' ')}' ;;`
  const options = all.filter((one) => one.options.length > 0)
  const flags = (name: string, { flag, short }: CompletedOption): string =>
    [flag, ...(short === undefined ? [] : [short])].map((each) => `'${name} ${each}'`).join(' | ')
  const lookUp = (source: CompletedSource): string => {
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
    '  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command',
    '  local words= position=0 index word first=1',
    '  COMPREPLY=()',
    '  # `-C DIR` stands before the command too.',
    '  while case ${COMP_WORDS[first]} in -C | --folder) [ "$first" -lt "$COMP_CWORD" ] ;; *) false ;; esac; do',
    '    first=$((first + 1))',
    '    if [ "${COMP_WORDS[first]}" = = ]; then first=$((first + 1)); fi',
    '    if [ "$COMP_CWORD" -le "$first" ]; then _fullstop_folders "${current#=}"; return; fi',
    '    first=$((first + 1))',
    '  done',
    '  command=${COMP_WORDS[first]}',
    '  if [ "$COMP_CWORD" -le "$first" ]; then',
    `    words='${names(all)}'`,
    "    case $current in -*) words='--folder --help --version' ;; esac",
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
    '  for ((index = first + 1; index < COMP_CWORD; index++)); do',
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
