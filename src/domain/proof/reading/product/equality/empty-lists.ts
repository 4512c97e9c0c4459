// Comparisons that go through a list of names or getters which may be empty: then nothing differs.
import type { ComparedPair } from './compared.ts'

const WALKED =
  /\bfor\b[^\n:]{1,60}?\b(?:in|of|:)\s(?:self\.|this\.|cls\.|type\(self\)\.|this\.constructor\.)?([A-Za-z_]\w{1,40})\b(?!\()|\b([A-Za-z_]\w{1,40})(?:\.\w{1,20}\(\)){0,2}\??\.(?:every|allMatch|all|All|map|reduce|some|anyMatch|none)\b|\b([a-z_]\w{1,40})\.(?:all\?|map|none\?)/g

export function emptyListIn({ body, owner, others, text }: ComparedPair): boolean {
  const names = new Set(
    Array.from(body.matchAll(WALKED), ([, ...found]) => found.find((name) => name !== undefined) ?? ''),
  )
  const around = [text.source.bare, ...others]
  return [...names].some(
    (name) =>
      name.length > 1 &&
      !new RegExp(`(?<!self|this|cls)(?:\\.|->)${name}\\b`).test(body) &&
      !isLocal(body, name) &&
      around.some((each) => startsEmpty(each, name)) &&
      !around.some((each) => fillsOrAsks(each, name)) &&
      owner.length > 0,
  )
}

function isLocal(body: string, name: string): boolean {
  return new RegExp(`\\b(?:let|var|const|val|int|auto)\\s[^\\n]{0,40}\\b${name}\\b`).test(body)
}

function startsEmpty(text: string, name: string): boolean {
  return new RegExp(
    `(?<![\\w])${name}(?:\\s?:[^=\\n]{1,60})?\\s?=(?!=)\\s?(?:new [\\w<>., ?]{1,60}\\(\\)|\\[\\]|\\{\\}|\\(\\)|(?:tuple|list|set|frozenset|dict)\\(\\)|[^\\n]{0,80}(?:\\.get\\(|getattr\\()[^\\n]{0,60},\\s?(?:\\(\\)|\\[\\]|\\{\\}|None)\\)|[^\\n]{0,80}(?:\\|\\||\\?\\?) \\[\\])`,
  ).test(text)
}

/** Where the list is asked whether it is empty, somebody cared. */
function fillsOrAsks(text: string, name: string): boolean {
  return new RegExp(
    `\\b(?:not|unless|if \\(!|if !|!)\\s?(?:self\\.|this\\.|cls\\.)?${name}\\b|\\blen\\((?:self\\.|cls\\.)?${name}\\)|\\b${name}\\.(?:isEmpty|length|size|empty\\?|any\\?|Count|Any)\\b`,
  ).test(text)
}
