// Completions, asked for in the real shells: what would be offered for a line as it stands.
import { afterAll, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_MS } from '../../../test/limits.ts'
import type { Command, Context } from './command.ts'
import { commands } from './commands/index.ts'
import { command as completions } from './commands/completions.ts'
import { renderCompletions } from './completions.ts'
import { type CompletedShell, shells } from './completions/completed.ts'

const root = mkdtempSync(join(tmpdir(), 'fullstop-completions-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
mkdirSync(join(root, 'bin'))
writeFileSync(
  join(root, 'bin', 'fullstop'),
  [
    '#!/bin/sh',
    'case "$*" in',
    "  'complete tasks -- '*) printf 'task_a1\\topen: Build: it\\ntask_b2\\tstuck: Write\\n' ;;",
    "  'complete running -- attach') printf 'task_a1\\topen: Build: it\\n' ;;",
    "  'complete values -- config set mode') printf 'strict\\noff\\n' ;;",
    "  'complete checks -- '*check*) printf 'lint\\ntest\\n' ;;",
    "  '-C here complete checks -- check'*) printf 'lint\\ntest\\n' ;;",
    'esac',
    '',
  ].join('\n'),
  {
    mode: 0o755,
  },
)
mkdirSync(join(root, 'a folder'))
writeFileSync(join(root, 'a file'), '')
const env = { PATH: `${join(root, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: root, TERM: 'xterm', LC_ALL: 'C.UTF-8' }

const plain = { examples: [], run: async () => 0 }
const some: readonly Command[] = [
  {
    ...plain,
    name: 'claim',
    summary: `Say [how] it: 'stands' \\ $HOME \`x\``,
    args: ['success|partial|blocked'],
    options: {
      needs: { type: 'string', value: 'WHAT', summary: "what [it]: 'needs'" },
      task: { type: 'string', summary: 'a task' },
      file: { type: 'string', value: 'FILE', summary: 'a file' },
      json: { type: 'boolean', summary: 'print JSON' },
    },
    choices: { needs: ['input', 'credentials', 'two words'] },
  },
  { ...plain, name: 'context', summary: 'Context', args: ['[clear]', '[TASK]'], options: {} },
  {
    ...plain,
    name: 'init',
    summary: 'Init',
    args: ['[AGENT…]'],
    options: { scope: { type: 'string', summary: 'where' } },
    choices: { AGENT: ['claude', 'codex'], scope: ['user', 'project'] },
  },
  { ...plain, name: 'attach', summary: 'Attach', args: ['[TASK]'], options: {}, completes: { TASK: 'running' } },
  { ...plain, name: 'check', summary: 'Check', args: ['[NAME…]'], options: {}, completes: { NAME: 'checks' } },
  {
    ...plain,
    name: 'config',
    summary: 'Config',
    args: ['[ACTION]', '[KEY]', '[VALUE]'],
    options: {},
    choices: { ACTION: ['get', 'set'], KEY: ['mode', 'agent'] },
    completes: { VALUE: 'values' },
  },
  {
    ...plain,
    name: 'run',
    summary: 'Run',
    args: ['[PROMPT]'],
    options: { agent: { type: 'string', summary: 'which' } },
    completes: { PROMPT: 'at-files' },
    choices: { agent: ['claude', 'codex'] },
  },
  { ...plain, name: 'runner', summary: 'Ours', args: [], options: {}, hidden: true },
]

/** Behind a single dash zsh and fish offer short options too. */
const SHORT: Readonly<Record<CompletedShell, readonly string[]>> = { bash: [], zsh: ['-C', '-h'], fish: ['-C', '-h'] }
const claimOptions = ['--needs', '--task', '--file', '--json', '--folder', '--help']

/** The line up to the cursor, with an empty last word where it ends in a space, and what is offered. */
const cases: ReadonlyArray<readonly [string, string, readonly string[]]> = [
  [
    'all commands but the hidden',
    'fullstop ',
    ['claim', 'context', 'init', 'attach', 'check', 'config', 'run', 'help'],
  ],
  ['the options of no command', 'fullstop --v', ['--version']],
  ['the folder, before the command', 'fullstop --fo', ['--folder']],
  ['a command', 'fullstop cl', ['claim']],
  ['a fixed argument', 'fullstop claim ', ['success', 'partial', 'blocked']],
  ['a fixed argument, begun', 'fullstop claim pa', ['partial']],
  ['no more arguments than there are', 'fullstop claim success x', []],
  ['options', 'fullstop claim -', claimOptions],
  ['options after an argument', 'fullstop claim success --', claimOptions],
  ['the value of an option', 'fullstop claim --needs ', ['input', 'credentials']],
  ['the value of an option that could be anything', 'fullstop claim --task ', []],
  ['an argument after an option with a value', 'fullstop claim --needs input pa', ['partial']],
  ['an argument after an option without', 'fullstop claim --json pa', ['partial']],
  ['one word of two arguments', 'fullstop context ', ['clear']],
  ['tasks', 'fullstop context clear ', ['task_a1', 'task_b2']],
  ['a task, begun', 'fullstop context clear task_b', ['task_b2']],
  ['tasks that fit the command', 'fullstop attach ', ['task_a1']],
  ['checks', 'fullstop check ', ['lint', 'test']],
  ['another check', 'fullstop check lint te', ['test']],
  ['the values of a setting', 'fullstop config set mode ', ['strict', 'off']],
  ['no values of another setting', 'fullstop config set agent ', []],
  ['a prompt, which is anything', 'fullstop run a', []],
  ['an option after a prompt of a file', 'fullstop run @prompt --agent co', ['codex']],
  ['an argument that is repeated', 'fullstop init codex cl', ['claude']],
  ['the command to help with', 'fullstop help in', ['init']],
  ['an unknown command', 'fullstop nonsense ', []],
]

const offers: Readonly<Record<CompletedShell, (script: string, line: string) => string[]>> = {
  bash: (script, line) => {
    const words = line
      .split(' ')
      .flatMap((word) =>
        word.startsWith('--')
          ? word.split(/(=)/)
          : word.split(/(@)/).filter((one, nth) => one !== '' || (nth === 0 && !word.startsWith('@'))),
      )
    const last = words.at(-1) === '' && words.at(-2) === '=' ? words.slice(0, -1) : words
    const ask = [
      `. '${script}'`,
      `COMP_WORDS=(${last.map((word) => `'${word}'`).join(' ')})`,
      'COMP_CWORD=$((${#COMP_WORDS[@]} - 1))',
      '_fullstop',
      String.raw`[ \${#COMPREPLY[@]} = 0 ] || printf '%s\n' "\${COMPREPLY[@]}"`.replaceAll('\\$', '$'),
    ]
    return lines('bash', ['--norc', '-c', ask.join('\n')])
  },
  zsh: (script, line) => {
    // `compadd` is what every completion ends in; the matches it would add are printed instead of shown.
    const ask = [
      'zmodload zsh/zpty',
      'zpty inner zsh -f -i',
      `zpty -w inner "PS1=; fpath=('${root}/zsh' \\$fpath); autoload -Uz compinit; compinit -u -d '${root}/dump'"`,
      `zpty -w inner "source '${root}/capture.zsh'; print R''EADY"`,
      'zpty -r inner line "*READY*"',
      `zpty -n -w inner $'${line.replaceAll("'", String.raw`\'`)}\\t'`,
      'zpty -r inner line "*<<END>>*"',
      'print -r -- "$line"',
    ]
    writeFileSync(join(root, 'capture.zsh'), CAPTURE)
    mkdirSync(join(root, 'zsh'), { recursive: true })
    spawnSync('cp', [script, join(root, 'zsh', '_fullstop')])
    return lines('zsh', ['-f', '-c', ask.join('\n')]).flatMap((one) => /<<OFFER (.*)>>/.exec(one)?.[1] ?? [])
  },
  fish: (script, line) => {
    const ask = `source '${script}'; complete -C '${line}'`
    return lines('fish', ['--no-config', '-c', ask]).map((one) => one.split('\t')[0] ?? '')
  },
}

const CAPTURE = String.raw`
zstyle ':completion:*' completer _complete
zstyle ':completion:*' list-prompt ''
compadd() {
  local -a found
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  builtin compadd -A found "$@"
  local one
  for one in $found; do print -r -- "<<OFFER \${one%=}>>"; done
  builtin compadd "$@"
}
tell-end() { zle complete-word; print -r -- "<<END>>"; }
zle -N tell-end
bindkey '^I' tell-end
`.replaceAll('\\$', '$')

function lines(program: string, args: readonly string[]): string[] {
  const { stdout, stderr } = spawnSync(program, [...args], { env, encoding: 'utf8', cwd: root, timeout: PROGRAM_MS })
  expect(stderr).toBe('')
  return stdout.split(/\r*\n/).filter(Boolean)
}

for (const shell of shells) {
  const isThere = Bun.which(shell) !== null
  describe.skipIf(!isThere)(`${shell}${isThere ? '' : ': skipped, it is not installed'}`, () => {
    const script = join(root, `completions.${shell}`)
    writeFileSync(script, renderCompletions(shell, some))

    for (const [name, line, expected] of cases) {
      const all = line.endsWith(' -') ? [...expected, ...SHORT[shell]] : expected
      test(name, () => expect([...new Set(offers[shell](script, line))].sort()).toEqual([...all].sort()))
    }

    test('finds no fault in the script of the real commands', async () => {
      const all = await Promise.all(Object.values(commands).map((load) => load()))
      const text = renderCompletions(shell, all)
      const path = join(root, `real.${shell}`)
      writeFileSync(path, text)
      expect(lines(shell, ['-n', path])).toEqual([])
      expect(text).not.toContain('reaper')
    })
  })
}

/** zsh leaves the sign alone, the others write it again. */
const AT_FILES: Readonly<Record<CompletedShell, readonly string[]>> = {
  bash: ['@a file', '@a folder'],
  zsh: ['a file', 'a folder'],
  fish: ['@a file', '@a folder'],
}

/** What is offered, without the quoting and the final slash that some shells add. */
const bare = (offered: readonly string[]): string[] =>
  [...new Set(offered.map((one) => one.replaceAll('\\', '').replace(/\/$/, '')))].sort()

for (const shell of shells) {
  const isThere = Bun.which(shell) !== null
  describe.skipIf(!isThere)(
    `${shell}: U13: files and folders${isThere ? '' : ': skipped, it is not installed'}`,
    () => {
      const script = join(root, `files.${shell}`)
      writeFileSync(script, renderCompletions(shell, some))
      for (const [line, expected] of [
        ['fullstop claim --file a', ['a file', 'a folder']],
        ['fullstop claim -C a', ['a folder']],
        ['fullstop claim --folder a', ['a folder']],
        ['fullstop claim -C here pa', ['partial']],
        ['fullstop -C a', ['a folder']],
        ['fullstop --folder a', ['a folder']],
        ['fullstop -C here cl', ['claim']],
        ['fullstop -C here claim pa', ['partial']],
        ['fullstop --folder=here claim pa', ['partial']],
        ['fullstop -C here check lint te', ['test']],
        ['fullstop -C here claim --needs in', ['input']],
        ['fullstop run @a', AT_FILES[shell]],
        ['fullstop run --agent codex @a', AT_FILES[shell]],
      ] as const) {
        test(line, () => expect(bare(offers[shell](script, line))).toEqual([...expected]))
      }
    },
  )
}

describe.skipIf(Bun.which('bash') === null)('bash: an equals sign, which it takes for a word', () => {
  const script = join(root, 'equals.bash')
  writeFileSync(script, renderCompletions('bash', some))
  for (const [line, expected] of [
    ['fullstop claim --needs=', ['input', 'credentials']],
    ['fullstop claim --needs=in', ['input']],
    ['fullstop claim --needs=input pa', ['partial']],
  ] as const) {
    test(line, () => expect(offers.bash(script, line)).toEqual([...expected]))
  }
})

describe.skipIf(Bun.which('bash') === null)(
  'bash: an at sign, which it takes for a word unless it is told not to',
  () => {
    const script = join(root, 'sign.bash')
    writeFileSync(script, renderCompletions('bash', some))
    for (const words of ['run @ a', 'run @a']) {
      test(words, () => {
        const ask = `. '${script}'; COMP_WORDS=(fullstop ${words}); COMP_CWORD=$((${'${#COMP_WORDS[@]}'} - 1)); _fullstop; printf '%s\\n' "\${COMPREPLY[@]}"`
        expect(lines('bash', ['--norc', '-c', ask]).sort()).toEqual([String.raw`@a\ file`, String.raw`@a\ folder/`])
      })
    }
  },
)

describe('which shell', () => {
  const ask = async (args: readonly string[], SHELL?: string): Promise<string> => {
    let printed = ''
    const print = (text: string): string => (printed += text)
    const context = { args, env: { SHELL }, print, commands: async () => [completions] } as unknown as Context
    await completions.run(context)
    return printed.split('\n').find((line) => line.startsWith('# Completes')) ?? ''
  }
  const table: ReadonlyArray<readonly [readonly string[], string | undefined, string]> = [
    [['fish'], '/bin/bash', 'fish'],
    [[], '/usr/local/bin/zsh', 'zsh'],
    [[], 'C:\\Program Files\\Git\\bin\\bash.exe', 'bash'],
  ]
  for (const [args, shell, expected] of table) {
    test(`${args.join(' ')} with ${shell}`, async () => {
      expect(await ask(args, shell)).toBe(
        `# Completes fullstop in ${expected}. Written by \`fullstop completions ${expected}\`.`,
      )
    })
  }
  const refused: ReadonlyArray<readonly [readonly string[], string | undefined, string]> = [
    [[], undefined, 'completions: $SHELL is not set; name the shell: bash, zsh or fish'],
    [[], '/bin/tcsh', 'completions: $SHELL is "/bin/tcsh"; name the shell: bash, zsh or fish'],
    [['bsh'], '/bin/bash', 'completions: "bsh" is not one of bash, zsh, fish'],
    [['powershell'], '/bin/bash', 'completions: "powershell" is not one of bash, zsh, fish'],
  ]
  for (const [args, shell, message] of refused) {
    test(message, () => expect(ask(args, shell)).rejects.toThrow(message))
  }
})
