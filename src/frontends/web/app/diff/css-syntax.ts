// Style sheets for highlight.js. Its own definition lists every property and value by name, a tenth of the page's script;
// here a name is told by where it stands, so that properties invented later are coloured as well, and so are SCSS and Less.
import type { HLJSApi, Language, Mode } from 'highlight.js'

const NAME = String.raw`-{0,2}[A-Za-z_][\w-]*`

export function css({
  C_BLOCK_COMMENT_MODE,
  C_LINE_COMMENT_MODE,
  APOS_STRING_MODE,
  QUOTE_STRING_MODE,
}: HLJSApi): Language {
  const values: Mode[] = [
    C_BLOCK_COMMENT_MODE,
    C_LINE_COMMENT_MODE,
    APOS_STRING_MODE,
    QUOTE_STRING_MODE,
    // An address may hold two slashes, which are no comment there.
    { scope: 'string', begin: /url\((?!\s*["'])/, end: /\)/ },
    { scope: 'number', match: /#[\da-fA-F]{3,8}\b(?!.*\{)|(?<![\w-])[-+]?(?:\d*\.)?\d+(?:e[-+]?\d+)?(?:%|[A-Za-z]+)?/ },
    { scope: 'keyword', match: /!(?:important|default|global)\b/ },
  ]
  return {
    contains: [
      ...values,
      { scope: 'keyword', match: /@[\w-]+/ },
      // A property stands at the beginning of a line or after the one before it, and no block follows its colon. A line
      // such as `a:hover,` also ends in a comma, but has no space after the colon.
      {
        scope: 'attr',
        match: new RegExp(String.raw`(?<=^\s*|[;{]\s*)(?:${NAME}|\$[\w-]+)(?=\s*:(?:\s(?!.*\{)|(?!.*[{,]\s*$)))`),
      },
      { scope: 'selector', match: new RegExp(String.raw`(?:[.#&%]|::?)${NAME}(?=[^;\n]*(?:[{,]|$)|\()`) },
    ],
  }
}
