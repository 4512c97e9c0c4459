// `fullstop explain WORD`: what a reason, an outcome, a state, a check result, a word of proof or an exit code means, why it happens, what to do next.
import { exitCode, outcomeExit } from '../../../contract/exit-code.ts'
import { nearest } from '../../../domain/text/nearest.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import {
  outcomeMeanings,
  proofMeanings,
  reasonMeanings,
  resultMeanings,
  stateMeanings,
  type WordMeaning,
} from '../../../domain/view/meanings.ts'
import { type Command, jsonOption } from '../command.ts'
import { exitMeanings } from '../exit-meanings.ts'
import { type Paper, paperFor } from '../screen/paper.ts'
import { type Cell, drawTable } from '../screen/table.ts'
import { hangBehind } from '../screen/wrap.ts'
import { usage } from '../usage.ts'

const KINDS: Readonly<Record<string, Readonly<Record<string, WordMeaning>>>> = {
  outcome: outcomeMeanings,
  state: stateMeanings,
  'check result': resultMeanings,
  reason: reasonMeanings,
  'word of proof': proofMeanings,
}
const WORDS = [...new Set(Object.values(KINDS).flatMap((table) => Object.keys(table)))]

interface Explained extends WordMeaning {
  readonly word: string
  readonly kind: string
}

export const command: Command = {
  name: 'explain',
  group: 'Look',
  summary: 'Explain a reason, an outcome or an exit code',
  args: ['[WORD…]'],
  options: jsonOption,
  choices: { WORD: WORDS },
  examples: [
    { line: 'fullstop explain check-failed', does: 'a reason, as `fullstop show` names it' },
    { line: 'fullstop explain 7', does: 'an exit code' },
    { line: 'fullstop explain', does: 'all words, each in one line' },
  ],
  run: async (context) => {
    const word = context.args.length === 0 ? undefined : context.args.join(' ')
    const found = word === undefined ? all() : explain(word)
    if (context.options['json'] === true) context.print(`${JSON.stringify(found, null, 2)}\n`)
    else {
      const paper = paperFor(context)
      const lines = word === undefined ? list(found, paper) : found.flatMap((one) => [...draw(one, paper), ''])
      context.print(`${lines.join('\n').trimEnd()}\n`)
    }
    return exitCode.yes
  },
}

function all(): Explained[] {
  return Object.entries(KINDS).flatMap(([kind, table]) =>
    Object.entries(table).map(([word, meaning]) => ({ kind, word, ...meaning })),
  )
}

function explain(word: string): readonly Explained[] {
  const wanted = word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
  const code = /^(?:exit-)?(?:code-)?(\d{1,3})$/.exec(wanted)?.[1]
  const found = code === undefined ? all().filter((one) => one.word === wanted) : ofExit(Number(code))
  if (found.length > 0) return found
  const near = nearest(wanted, WORDS)
  throw usage(
    command,
    `"${oneLine(word, 40)}" is not a reason, outcome, state, check result, word of proof or exit code`,
    near === undefined ? 'run `fullstop explain` for the list' : `did you mean \`fullstop explain ${near}\`?`,
  )
}

function ofExit(code: number): readonly Explained[] {
  const outcomes = Object.entries(outcomeExit).filter(([, exit]) => exit === code)
  const ofRun = outcomes.map(([word]) => {
    const { means, why, next } = { ...stateMeanings, ...outcomeMeanings }[word as keyof typeof outcomeMeanings]
    return { kind: 'exit code of run and resume', word: `${code}, ${word}`, means, why, next }
  })
  const others = exitMeanings.filter((one) => one.code === code)
  return [
    ...ofRun,
    ...others.map(({ of, ...meaning }) => ({ ...meaning, kind: `exit code of ${of}`, word: `${code}` })),
  ]
}

function draw({ kind, word, means, why, next }: Explained, { style, columns }: Paper): string[] {
  const line = (label: string, text: string): string[] =>
    hangBehind(style.dim(`${label}:`.padEnd(7)), text, { indent: 7, columns })
  return [`${style.bold(word)} (${kind})`, ...line('means', means), ...line('why', why), ...line('next', next)]
}

function list(words: readonly Explained[], paper: Paper): string[] {
  return Object.keys(KINDS).flatMap((kind, index) => {
    const rows = words.filter((one) => one.kind === kind).map(({ word, means }): Cell[] => [word, means])
    const columns = [
      { title: kind.toUpperCase(), least: 27 },
      { title: 'MEANS', wraps: true },
    ]
    return [...(index === 0 ? [] : ['']), ...drawTable({ columns, rows }, paper)]
  })
}
