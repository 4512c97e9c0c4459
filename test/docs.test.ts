// Every link in the docs leads somewhere: files exist, and anchors are headings of their page. The README stays short, and
// what users read is plain English.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const root = join(import.meta.dirname, '..')
const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
const pages = stdout.split('\n').filter((path) => /^(?:README|CONTRIBUTING|AGENTS|CHANGELOG)\.md$|^docs\//.test(path))

/** Without fenced code, where brackets are no links and `#` starts a comment. */
function proseOf(path: string): string {
  return readFileSync(join(root, path), 'utf8').replaceAll(/^( *)(`{3,}|~{3,}).*\n[\s\S]*?^ *\2[ \t]*$/gm, '')
}

/** As GitHub makes them from headings. */
function anchorsOf(path: string): string[] {
  const seen = new Map<string, number>()
  return [...proseOf(path).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, title = '']) => {
    const words = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = words.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}

function deadLinks(page: string): string[] {
  const targets = [
    ...[...proseOf(page).matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)].map((match) => match[1] ?? ''),
    ...[...proseOf(page).matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)].map((match) => match[1] ?? ''),
  ]
  return targets
    .filter((target) => !/^[a-z]+:/i.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#')
      const path = file === '' ? page : normalize(join(dirname(page), file))
      if (!existsSync(join(root, path))) return true
      return anchor !== undefined && path.endsWith('.md') && !anchorsOf(path).includes(anchor)
    })
}

for (const page of pages)
  test(`the links of ${page} lead somewhere`, () => {
    expect(deadLinks(page)).toEqual([])
  })

test('a link that is named after a source file leads to that file', () => {
  const links = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/\[([^\]\s]+\/[^\]\s]+\.ts)\]\(([^)#\s]+)\)/g)].map(([, name = '', target = '']) => ({
      name,
      target,
    })),
  )
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter(({ name, target }) => !target.endsWith(`/${name}`))).toEqual([])
})

test('every page of the docs is reached from the index', () => {
  const reached = new Set(['docs/README.md'])
  for (const page of reached)
    for (const [, target = ''] of proseOf(page).matchAll(/\]\(([^)#\s]+\.md)(?:#[^)]*)?\)/g)) {
      const path = normalize(join(dirname(page), target))
      if (pages.includes(path)) reached.add(path)
    }
  expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([])
})

test('U18: the README is short, and begins with a picture, the first commands and the install line', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8')
  expect(text.split('\n').length).toBeLessThanOrEqual(120)
  const places = ['<picture>', 'fullstop init', '## Install', 'docs/README.md'].map((words) => text.indexOf(words))
  expect(places).not.toContain(-1)
  for (const page of ['guide', 'run', 'checks', 'teams', 'troubleshooting', 'rules', 'glossary'])
    expect(pages).toContain(`docs/${page}.md`)
})

/** Phrases that users had to read twice. */
const TRANSLATED = new RegExp(
  [
    /the very files|for so long|mend(?:s|ed)?|goes on|cannot go on|whoever|taken for|taken as modified|a walk|anew/,
    /a word why|the essence|code of now|tests of the base|count for itself|that we know was|says it for good/,
    /bring(?:s)? a person in|under a condition|speaks of the future|task at work|another code than|another try|given up(?=:)/,
    /what (?:matters least|is stored lies|protects|would have happened|you declined|is there today|the agent forgets)/,
  ]
    .map(({ source }) => `\\b(?:${source})\\b`)
    .join('|'),
  'i',
)

// Titles of tests stand in one of them, and pages for contributors explain code.
const forUsers = pages.filter((page) => /^(?:README\.md|docs\/)/.test(page) && !/conformance|internals/.test(page))

/** Code blocks too: what stands there is printed by us, or read by a model. */
for (const page of [...forUsers, 'plugins/fullstop/skills/fullstop/SKILL.md'])
  test(`U19: ${page} is in plain English`, () => {
    const lines = readFileSync(join(root, page), 'utf8').split('\n')
    expect(lines.filter((line) => TRANSLATED.test(line))).toEqual([])
  })

test('folders are shown as the terminal shows them, with ~', () => {
  const shown = forUsers.flatMap((page) =>
    [
      ...readFileSync(join(root, page), 'utf8').matchAll(/```\n\$ fullstop (?:show|review|tasks|status)\b[^`]*```/g),
    ].map(([block]) => block),
  )
  expect(shown.length).toBeGreaterThan(2)
  expect(shown.filter((block) => block.includes('/home/ada'))).toEqual([])
})

test('AGENTS.md and CONTRIBUTING.md do not repeat each other: no eight words in a row are in both', () => {
  const wordsOf = (file: string): string[] =>
    readFileSync(join(root, file), 'utf8')
      .replaceAll(/```[\s\S]*?```|[`*|>-]/g, '')
      .split(/\s+/)
      .filter(Boolean)
  const other = wordsOf('CONTRIBUTING.md').join(' ')
  const words = wordsOf('AGENTS.md')
  expect(words.length).toBeGreaterThan(500)
  const runs = words.map((_word, at) => words.slice(at, at + 8)).filter((run) => run.length === 8)
  expect(runs.map((run) => run.join(' ')).filter((run) => other.includes(run))).toEqual([])
})
