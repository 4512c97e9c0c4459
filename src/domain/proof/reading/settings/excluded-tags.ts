// Tags that the setup of a run leaves out or keeps to: ExUnit and RSpec are told in code, not in a config.
import type { FileChange } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { lineAt, lineStarts, plainLines } from '../../source/source.ts'

const HELPER = /(?:^|\/)(?:test_helper\.exs|spec_helper\.rb|rails_helper\.rb|\.?simplecov)$/
const LEAVES_OUT =
  /\bexclude:\s{0,9}\[([^\]\n]{1,200})\]|\bonly_test_ids:([^\n]{1,100})|\b(?:filter_run_excluding|filter_run_including|filter_run|exclusion_filter\s?=|inclusion_filter\s?=)(?!_)[ (]{1,3}([^\n]{1,100})|\bfailure_exit_code\s?=\s?(0\b)/g
/** Tests that are skipped anyway, and those that somebody is at work on. */
const USUAL = /^(?:skip|pending|focus|wip|not_implemented|true|false)$/
const TAG = /(?<=:|\b)[a-z_]\w{1,40}(?=\b)|\b0\b/g

/** A tag that comes with the tests that carry it takes nothing away. */
export function excludedTags(
  { path, before = '', after = '' }: FileChange,
  changes: readonly FileChange[],
): TamperFinding[] {
  if (!HELPER.test(path)) return []
  const known = new Set(tagsIn(before).map(({ tag }) => tag))
  const others = changes.filter(({ how, path: other }) => how !== 'deleted' && other !== path)
  const isCarried = (tag: string): boolean => {
    const found = others.map((change) => carriersOf(tag, change))
    return found.includes('new') && !found.includes('old')
  }
  return tagsIn(after)
    .filter(({ tag }) => !known.has(tag) && !USUAL.test(tag) && (tag === 'test' || !isCarried(tag)))
    .slice(0, 1)
    .map(({ line, written }) => finding('config', path, line, `tests left out (${quote(written)})`))
}

const TITLE = /\b(?:it|test|describe|context|specify|scenario)[ (]+("[^"\n]{1,200}"|'[^'\n]{1,200}')/

/** Do tests that came carry the tag, or also some that were there? */
function carriersOf(tag: string, { how, before = '', after = '' }: FileChange): 'new' | 'old' | undefined {
  if (how === 'added') return after.includes(tag) ? 'new' : undefined
  const word = new RegExp(`(?<![\\w])${tag}(?!\\w)`)
  const known = new Set(before.split('\n'))
  const lines = after.split('\n').filter((line) => !known.has(line) && word.test(line))
  const titles = lines.flatMap((line) => TITLE.exec(line)?.[1] ?? [])
  if (titles.length === 0) return undefined
  const count = (text: string, title: string): number => text.split(title).length
  return titles.some((title) => count(after, title) <= count(before, title)) ? 'old' : 'new'
}

interface Tag {
  readonly tag: string
  readonly line: number
  readonly written: string
}

function tagsIn(raw: string): Tag[] {
  const text = plainLines(raw).replaceAll(/^[ \t]{0,40}#.*$/gm, '')
  const starts = lineStarts(text)
  return Array.from(text.matchAll(LEAVES_OUT)).flatMap(({ 0: written, index, ...groups }) => {
    const given = [groups[1], groups[2], groups[3], groups[4]].find((one) => one !== undefined) ?? ''
    const line = lineAt({ starts }, index)
    // On which condition says nothing about the tests that carry it.
    return (given.replace(/\s(?:if|unless)\s.*$/, '').match(TAG) ?? []).map((tag) => ({ tag, line, written }))
  })
}
