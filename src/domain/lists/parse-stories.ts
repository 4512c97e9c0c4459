// JSON stories (`prd.json`) to items. Comments and trailing commas are allowed, unknown keys are kept.
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { given } from '../../contract/given.ts'
import type { ListCriterion, ListItem, ListProblem, ListRead } from './list.ts'

export type StoriesScan =
  | { readonly ok: true; readonly stories: readonly StoryItem[] }
  | { readonly ok: false; readonly problems: readonly ListProblem[] }

export interface StoryItem {
  readonly item: ListItem
  readonly node: Node
}

const SHAPE = 'write {"userStories": [{"id": "US-1", "title": "…", "acceptanceCriteria": ["…"], "passes": false}]}'

export function parseStories(text: string): ListRead {
  const scan = scanStories(text)
  return scan.ok ? { ok: true, list: { kind: 'stories', items: scan.stories.map(({ item }) => item) } } : scan
}

/** Offsets of nodes are those of the text without its byte order mark. */
export function scanStories(whole: string): StoriesScan {
  const text = whole.replace(/^\uFEFF/, '')
  const read = readTree(text)
  if (!read.ok) return read
  const list = valueOf(read.top, 'userStories')
  if (list?.type !== 'array') return wrong('the file holds no list "userStories"', 1, SHAPE)
  const problems: ListProblem[] = []
  const stories = (list.children ?? []).flatMap((node, index): StoryItem[] => {
    const line = lineAt(text, node.offset)
    const item = toItem(node, { line, index })
    if ('item' in item) return [{ item: item.item, node }]
    problems.push({ code: 'not-valid', line, ...item })
    return []
  })
  return problems.length === 0 ? { ok: true, stories } : { ok: false, problems }
}

function readTree(text: string): { readonly ok: true; readonly top: Node } | (StoriesScan & { readonly ok: false }) {
  const errors: ParseError[] = []
  let top: Node | undefined
  try {
    top = parseTree(text, errors, { allowTrailingComma: true })
  } catch {
    // The parser recurses.
    return wrong('the file is nested too deeply', 1, SHAPE)
  }
  const [first] = errors
  if (first) {
    const words = printParseErrorCode(first.error).replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    return wrong(`the file is not valid JSON (${words.toLowerCase()})`, lineAt(text, first.offset), 'correct it there')
  }
  return top?.type === 'object' ? { ok: true, top } : wrong('the file holds no JSON object', 1, SHAPE)
}

function wrong(what: string, line: number, next: string): StoriesScan & { readonly ok: false } {
  return { ok: false, problems: [{ code: 'not-valid', what, line, next }] }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** The last one counts where a key is there twice, as in every parser of JSON. */
export function valueOf(node: Node, key: string): Node | undefined {
  return node.children?.findLast((child) => child.children?.[0]?.value === key)?.children?.[1]
}

const KNOWN = ['id', 'title', 'description', 'acceptanceCriteria', 'priority', 'passes', 'dependsOn', 'checks', 'agent']

function toItem(
  node: Node,
  { line, index }: { readonly line: number; readonly index: number },
): { readonly item: ListItem } | { readonly what: string; readonly next: string } {
  if (node.type !== 'object') return { what: `story ${index + 1} is not an object`, next: SHAPE }
  const story = new Map(Object.entries(getNodeValue(node) as Record<string, unknown>))
  const id = story.get('id')
  const name = typeof id === 'string' || typeof id === 'number' ? String(id) : ''
  const bad = EXPECTED.find(([key, , isRight]) => story.has(key) && !isRight(story.get(key)))
  if (bad) return { what: `"${bad[0]}" of story ${name || index + 1} is not ${bad[1]}`, next: `make it ${bad[1]}` }
  const extra = [...story].filter(([key]) => !KNOWN.includes(key))
  return {
    item: {
      id: name,
      text: stringOf(story.get('title')),
      criteria: toCriteria((story.get('acceptanceCriteria') ?? []) as readonly unknown[]),
      checks: (story.get('checks') ?? []) as readonly string[],
      after: ((story.get('dependsOn') ?? []) as ReadonlyArray<string | number>).map(String),
      isDone: story.get('passes') === true,
      line,
      ...given({
        description: stringOf(story.get('description')) || undefined,
        agent: stringOf(story.get('agent')) || undefined,
        priority: (story.get('priority') ?? undefined) as number | undefined,
        extra: extra.length > 0 ? Object.fromEntries(extra) : undefined,
      }),
    },
  }
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

type Expected = readonly [key: string, what: string, isRight: (value: unknown) => boolean]

const isText = (value: unknown): boolean => typeof value === 'string'
const isName = (value: unknown): boolean => isText(value) || typeof value === 'number'
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

/** Null stands for a key that is not there. */
const EXPECTED: readonly Expected[] = (
  [
    ['id', 'a text', isName],
    ['title', 'a text', isText],
    ['description', 'a text', isText],
    ['acceptanceCriteria', 'a list of texts', (value) => Array.isArray(value) && value.every(isCriterion)],
    ['priority', 'a number', (value) => typeof value === 'number'],
    ['passes', 'true or false', (value) => typeof value === 'boolean'],
    ['dependsOn', 'a list of ids', (value) => Array.isArray(value) && value.every(isName)],
    ['checks', 'a list of texts', isTexts],
    ['agent', 'a text', isText],
  ] satisfies Expected[]
).map(([key, what, isRight]): Expected => [key, what, (value) => value === null || isRight(value)])

function isCriterion(value: unknown): boolean {
  return isText(value) || (typeof value === 'object' && value !== null && 'text' in value && isText(value.text))
}

/** Numbered by place where they carry no id of their own; blank ones are left out. */
function toCriteria(values: readonly unknown[]): ListCriterion[] {
  return values
    .map((value, index) => {
      const own = typeof value === 'object' && value !== null ? (value as { id?: unknown; text?: unknown }) : undefined
      const id = typeof own?.id === 'string' && own.id !== '' ? own.id : `c${index + 1}`
      return { id, text: stringOf(own ? own.text : value) }
    })
    .filter(({ text }) => text !== '')
}
