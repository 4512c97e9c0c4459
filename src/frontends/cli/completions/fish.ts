// The script for fish.
import {
  type Completed,
  type CompletedOption,
  type CompletedArgument,
  type CompletedSource,
  written,
} from './completed.ts'

// After the manual of fish, "Writing your own completions".
export function fish(all: readonly Completed[]): string[] {
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
  const lookUp = (source: CompletedSource): string => {
    if (source === 'folders') return '(__fish_complete_directories)'
    if (source === 'files') return '(__fish_complete_path)'
    return source === 'at-files' ? '(__fullstop_at_files)' : `(__fullstop_ask ${source})`
  }
  const offered = ({ choices, source }: Pick<CompletedArgument, 'choices' | 'source'>): string[] => {
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
    '# From the command on: `-C DIR` stands before it too.',
    'function __fullstop_words',
    '    set -l words (commandline -opc)',
    '    set -e words[1]',
    '    while string match -qr -- \'^(-C|--folder)(=|$)\' "$words[1]"',
    "        string match -q -- '*=*' $words[1]; or set -e words[1]",
    '        set -q words[1]; and set -e words[1]',
    '    end',
    '    string join -- \\n $words',
    'end',
    'function __fullstop_at',
    '    set -l words (__fullstop_words)',
    '    test (count $words) -ge 1; and test "$words[1]" = "$argv[1]"; or return 1',
    '    set -q argv[2]; or return 0',
    '    set -e words[1]',
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
    `complete -c fullstop -n 'test (count (__fullstop_words)) = 0' -l help -d 'show all commands'`,
    `complete -c fullstop -n 'test (count (__fullstop_words)) = 0' -l version -d 'show the version'`,
    `complete -c fullstop -n 'test (count (__fullstop_words)) = 0' -s C -l folder -x -a '(__fish_complete_directories)' -d 'work in that folder'`,
    ...all.flatMap((one) => [
      `complete -c fullstop -n 'test (count (__fullstop_words)) = 0' -a ${one.name} -d ${quote(one.summary)}`,
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
