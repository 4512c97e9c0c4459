// The manual page, made from the table of commands; the rest of it is said here. No date: the same code gives the same
// page.
import { exitCode } from '../src/contract/exit-code.ts'
import type { Command } from '../src/frontends/cli/command.ts'
import { shortOf } from '../src/frontends/cli/parse.ts'

export function manPage(commands: readonly Command[]): string {
  const shown = commands.filter((command) => !command.hidden)
  return [
    String.raw`.\" Generated from the table of commands: see scripts/man.ts.`,
    '.TH FULLSTOP 1 "" "Fullstop" "User Commands"',
    // Examples are copied: no justified lines with wide gaps, no hyphenated words.
    '.ad l',
    '.nh',
    '.SH NAME',
    String.raw`fullstop \- a stop gate for AI coding agents`,
    '.SH SYNOPSIS',
    String.raw`.B fullstop`,
    String.raw`.I command`,
    String.raw`.RI [ arguments ]`,
    '.br',
    String.raw`.B fullstop help`,
    String.raw`.RI [ command ]`,
    '.br',
    `.B ${roff('fullstop --version')}`,
    '.SH DESCRIPTION',
    ...paragraphs(DESCRIPTION),
    '.SH COMMANDS',
    ...shown.flatMap(renderCommand),
    '.SH EXIT STATUS',
    ...Object.entries(EXIT_STATUS).flatMap(([name, text]) =>
      entry(`.B ${exitCode[name as keyof typeof exitCode]}`, text),
    ),
    '.PP',
    roff(
      'fullstop hook always exits 0, since other codes would hold the agent: what went wrong allows the stop and is said in one line.',
    ),
    '.SH ENVIRONMENT',
    ...Object.entries(ENVIRONMENT).flatMap(([name, text]) => entry(`.B ${roff(name)}`, text)),
    '.SH FILES',
    ...Object.entries(FILES).flatMap(([path, text]) => entry(`.I ${roff(path)}`, text)),
    '.SH SEE ALSO',
    String.raw`.BR git (1),`,
    String.raw`.BR claude (1),`,
    String.raw`.BR codex (1)`,
    '',
  ].join('\n')
}

const DESCRIPTION = [
  'An agent may stop only when the work is proven done. Fullstop answers the stop hook of coding agents: it hears what the agent claims, runs your checks, and sends the agent back with one short reason, or lets it stop.',
  'It also serves tools over MCP, by which agents claim completion and keep what a later session has to know.',
  'Nothing of a repository runs before you have trusted exactly that content with fullstop trust.',
]

const EXIT_STATUS: Readonly<Record<keyof typeof exitCode, string>> = {
  yes: 'Yes: it was done, found or proven.',
  no: 'No, or nothing was found.',
  usage: 'Wrong usage: a command, an option, an argument or a config file.',
  internal: 'An internal error.',
  stillRunning: 'Checks are still running: ask again.',
  unverified: 'Of verify: nothing proves the change, and nothing speaks against it.',
  look: 'Of verify: a person must look.',
}

const ENVIRONMENT: Readonly<Record<string, string>> = {
  FULLSTOP_HOME:
    'The folder in which everything is stored. Default: see FILES. A hook does not use one inside the repository.',
  FULLSTOP_MODE:
    'Makes the gate stricter: off, watch, balanced or strict. A mode below what the config says is ignored.',
  FULLSTOP_MAX: 'How often an agent is sent back at most, for one request.',
  FULLSTOP_TRUST: 'The hash of the one content that may run, for CI; fullstop trust --hash prints it.',
  FULLSTOP_TASK_ID: 'The task to which a call belongs, where the agent names no session.',
  XDG_STATE_HOME: 'Where state is stored if FULLSTOP_HOME is not set.',
  NO_COLOR: 'If set, output has no colour.',
}

const FILES: Readonly<Record<string, string>> = {
  'fullstop.json': 'The config of a project, JSON with comments, at its root: checks, mode, limits.',
  '$FULLSTOP_HOME/config.json': 'Your own config. It stands below the project file.',
  '~/.local/state/fullstop':
    'The default of FULLSTOP_HOME on Linux; on macOS ~/Library/Application Support/fullstop, on Windows %LOCALAPPDATA%\\fullstop.',
}

function renderCommand({ name, summary, args, options, examples }: Command): string[] {
  return [
    `.SS ${quoted(['fullstop', name, ...args].join(' '))}`,
    `${roff(summary)}.`,
    ...Object.entries(options).flatMap(([flag, option]) => {
      const value = option.type === 'string' ? ` \\fI${inline(option.value ?? 'VALUE')}\\fR` : ''
      const short = shortOf(flag)
      const lead = short === undefined ? '' : `\\fB${inline(`-${short}`)}\\fR, `
      return ['.TP', `${lead}\\fB${inline(`--${flag}`)}\\fR${value}`, sentence(option.summary)]
    }),
    ...(examples.length > 0 ? ['.PP', examples.length === 1 ? 'Example:' : 'Examples:'] : []),
    ...examples.flatMap(({ line, does }) => [
      '.PP',
      '.RS',
      '.nf',
      lineOf(inline(line)),
      '.fi',
      '.RE',
      '.RS 11',
      roff(does),
      '.RE',
    ]),
  ]
}

function paragraphs(texts: readonly string[]): string[] {
  return texts.flatMap((text, index) => (index === 0 ? [roff(text)] : ['.PP', roff(text)]))
}

function entry(head: string, text: string): string[] {
  return ['.TP', head, roff(text)]
}

function sentence(text: string): string {
  const shown = roff(`${text.slice(0, 1).toUpperCase()}${text.slice(1)}`)
  return /[.!?]$/.test(shown) ? shown : `${shown}.`
}

/** Text in lines of the usual width of a source. */
function roff(text: string): string {
  const lines: string[] = []
  for (const word of inline(text).split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && longer.length <= 78) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map(lineOf).join('\n')
}

/** One that begins with a dot would be a request; apostrophes are names by now. */
function lineOf(line: string): string {
  return line.startsWith('.') ? String.raw`\&${line}` : line
}

/** As it is typed: the formatter would make typographic hyphens, quotes, carets and tildes of these. */
function inline(text: string): string {
  const named: Readonly<Record<string, string>> = {
    '\\': String.raw`\e`,
    '-': String.raw`\-`,
    "'": String.raw`\(aq`,
    '`': String.raw`\(ga`,
    '^': String.raw`\(ha`,
    '~': String.raw`\(ti`,
    '"': String.raw`\(dq`,
  }
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\\-'`^~"]/g, (one) => named[one] ?? one)
    .replaceAll(
      /[\u0080-\u{10FFFF}]/gu,
      (one) => `\\[u${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
}

function quoted(text: string): string {
  return `"${inline(text)}"`
}
