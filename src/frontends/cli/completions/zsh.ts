// The script for zsh.
import { type Completed, type CompletedArgument, type CompletedSource, written } from './completed.ts'

const IN_FOLDER = ['-C', '--folder='].map((flag) => `'${flag}[work in that folder]:DIR:_files -/'`).join(' ')

// After the manual of zsh, zshcompsys: `_arguments` and `_describe`.
export function zsh(all: readonly Completed[]): string[] {
  const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const plain = (text: string): string => text.replaceAll(/[\\[\]:]/g, String.raw`\$&`)
  const lookUp = (source: CompletedSource): string => {
    if (source === 'folders') return '_files -/'
    if (source === 'files') return '_files'
    return source === 'at-files' ? '_fullstop_at_files' : `_fullstop_ask ${source}`
  }
  const values = ({ choices, source }: Pick<CompletedArgument, 'choices' | 'source'>): string => {
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
    '  found=(${(f)"$(fullstop ${folder:+-C} $folder complete ${@[-1]} -- ${words[1,CURRENT-1]} 2>/dev/null)"})',
    "  found=(${found//$'\\t'/:})",
    '  _describe -t values value found',
    '}',
    '_fullstop_at_files() {',
    '  compset -P @ && _files',
    '}',
    '_fullstop() {',
    '  local curcontext=$curcontext state line folder',
    '  local -A opt_args',
    '  local -a commands',
    '  commands=(',
    ...all.map(({ name, summary }) => `    ${quote(`${name}:${plain(summary)}`)}`),
    '  )',
    `  _arguments -C -A "-*" '(- *)--help[show all commands]' '(- *)--version[show the version]' ${IN_FOLDER} '1: :->command' '*:: :->rest'`,
    `  folder=\${opt_args[-C]:-\${opt_args[--folder]}}`,
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
