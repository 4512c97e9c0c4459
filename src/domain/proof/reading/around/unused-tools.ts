// Configs of tools that nobody has: no list of dependencies, no command and no workflow names them.

/** By the name of the config, the words that speak of its tool. */
const TOOLS: readonly (readonly [RegExp, RegExp])[] = [
  [/(?:^|\/)\.taprc$/, /\btap\b/],
  [/(?:^|\/)(?:\.mocharc(?:\.\w+)?|mocha\.opts)$/, /mocha/],
  [/(?:^|\/)jest\.config\.\w+$/, /jest|react-scripts/],
  [/(?:^|\/)karma\.conf\.\w+$/, /karma|\bng\b/],
  [/(?:^|\/)ava\.config\.\w+$/, /\bava\b/],
  [/(?:^|\/)\.nycrc(?:\.json)?$/, /\b(?:nyc|c8|tap)\b/],
  [/(?:^|\/)tslint\.json$/, /tslint/],
  [
    /(?:^|\/)(?:\.eslintrc(?:\.\w+)?|\.eslintignore|eslint\.config\.\w+)$/,
    /eslint|\b(?:xo|standard|next|lint)\b|react-scripts|vue-cli|super-linter|codacy|codeclimate/,
  ],
  [/(?:^|\/)\.stylelintrc(?:\.\w+)?$/, /stylelint|super-linter/],
  [/(?:^|\/)\.flake8$/, /flake8|pflake8|super-linter/],
  [/(?:^|\/)\.?pylintrc(?:\.toml)?$/, /pylint|prospector|super-linter/],
  [/(?:^|\/)\.?mypy\.ini$/, /mypy/],
  [/(?:^|\/)\.golangci\.\w+$/, /golangci|super-linter/],
  [/(?:^|\/)phpstan[\w.-]*\.neon(?:\.dist)?$/, /phpstan|larastan/],
  [/(?:^|\/)psalm[\w.-]*\.xml(?:\.dist)?$/, /psalm/],
]

interface Speaking {
  readonly texts: ReadonlyMap<string, string>
  readonly checks: readonly string[]
}

/** Without a list of dependencies or commands nobody can say. */
export function isUnused(config: string, { texts, checks }: Speaking): boolean {
  const words = TOOLS.find(([pattern]) => pattern.test(config))?.[1]
  const others = [...texts].flatMap(([path, text]) => (path === config ? [] : [text]))
  if (words === undefined || others.length === 0) return false
  return ![...others, ...checks].some((text) => words.test(text))
}
