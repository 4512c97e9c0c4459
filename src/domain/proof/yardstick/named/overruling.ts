// Tools that take the first config they find: a new one comes before the one that was used, which may stay as it is.

interface Candidate {
  readonly file: string
  /** Only where its text holds settings of the tool. */
  readonly holds?: RegExp
}

const python = (section: string, more: readonly Candidate[] = []): readonly Candidate[] => [
  { file: 'pyproject.toml', holds: new RegExp(`^\\[tool\\.${section}\\b`, 'm') },
  ...more,
]

/** In the order in which they are looked for. */
const CONFIGS: Readonly<Record<string, readonly Candidate[]>> = {
  ruff: [{ file: '.ruff.toml' }, { file: 'ruff.toml' }, ...python('ruff')],
  mypy: [{ file: 'mypy.ini' }, { file: '.mypy.ini' }, ...python('mypy', [{ file: 'setup.cfg', holds: /^\[mypy\b/m }])],
  pytest: [
    { file: 'pytest.ini' },
    { file: '.pytest.ini' },
    ...python('pytest', [
      { file: 'tox.ini', holds: /^\[pytest\]/m },
      { file: 'setup.cfg', holds: /^\[tool:pytest\]/m },
    ]),
  ],
  coverage: [
    { file: '.coveragerc' },
    { file: 'setup.cfg', holds: /^\[coverage:/m },
    { file: 'tox.ini', holds: /^\[coverage:/m },
    ...python('coverage'),
  ],
  pylint: [
    { file: 'pylintrc' },
    { file: '.pylintrc' },
    ...python('pylint', [{ file: 'setup.cfg', holds: /^\[pylint\b/m }]),
  ],
  pyright: [{ file: 'pyrightconfig.json' }, ...python('pyright')],
  phpunit: [{ file: 'phpunit.xml' }, { file: 'phpunit.dist.xml' }, { file: 'phpunit.xml.dist' }],
  phpstan: [{ file: 'phpstan.neon' }, { file: 'phpstan.neon.dist' }, { file: 'phpstan.dist.neon' }],
  psalm: [{ file: 'psalm.xml' }, { file: 'psalm.xml.dist' }],
  phpcs: [{ file: '.phpcs.xml' }, { file: 'phpcs.xml' }, { file: '.phpcs.xml.dist' }, { file: 'phpcs.xml.dist' }],
  'php-cs-fixer': [{ file: '.php-cs-fixer.php' }, { file: '.php-cs-fixer.dist.php' }],
  'golangci-lint': ['yml', 'yaml', 'toml', 'json'].map((ending) => ({ file: `.golangci.${ending}` })),
  eslint: ['js', 'mjs', 'cjs', 'ts'].map((ending) => ({ file: `eslint.config.${ending}` })),
  mocha: ['js', 'cjs', 'mjs', 'yaml', 'yml', 'jsonc', 'json'].map((ending) => ({ file: `.mocharc.${ending}` })),
  biome: [{ file: 'biome.json' }, { file: 'biome.jsonc' }],
}

/** Files that would be taken instead of the one that is there; none where the tool has no config yet. */
export function overruling(tool: string, textOf: (file: string) => string | undefined): string[] {
  const candidates = Object.hasOwn(CONFIGS, tool) ? (CONFIGS[tool] ?? []) : []
  const texts = candidates.map(({ file }) => textOf(file))
  const used = candidates.findIndex(({ holds }, index) => {
    const text = texts[index]
    return text !== undefined && holds?.test(text) !== false
  })
  return candidates.slice(0, Math.max(0, used)).flatMap(({ file, holds }) => (holds ? [] : [file]))
}

/** Files that a config of this name is taken instead of. */
export function overruledBy(file: string): string[] {
  return Object.values(CONFIGS).flatMap((candidates) => {
    const at = candidates.findIndex((one) => one.file === file)
    return at < 0 ? [] : candidates.slice(at + 1).map((one) => one.file)
  })
}
