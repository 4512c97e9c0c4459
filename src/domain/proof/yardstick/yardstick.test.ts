// Which paths the watch reads.
import { describe, expect, test } from 'bun:test'
import { isYardstick, kindByPattern, kindOfConfig } from './yardstick.ts'

const yes: readonly string[] = [
  'src/cart.test.ts',
  'src/__tests__/cart.tsx',
  'test/helpers/server.js',
  'packages/a/e2e/login.spec.ts',
  'cypress/e2e/login.cy.js',
  'tests/test_api.py',
  'app/api_test.py',
  'tests/conftest.py',
  'internal/queue/queue_test.go',
  'src/lib.rs',
  'tests/cli.rs',
  'src/test/java/shop/CartTest.java',
  'src/androidTest/kotlin/shop/CartIT.kt',
  'test/Shop.Tests/CartTests.cs',
  'tests/Unit/MailerTest.php',
  'spec/models/order_spec.rb',
  'test/test_helper.rb',
  'Tests/ShopTests/CartTests.swift',
  'test/cart_test.exs',
  'lib/cart_unittest.cc',
  'test/cart.bats',
  'cart.bats',
  't/cart.t',
  'xt/pod.t',
  'spec/cart_spec.lua',
  'tests/testthat/test-cart.R',
  'test/shop/cart_test.clj',
  'test/shop/util/test/prices.clj',
  'test/CartSpec.hs',
  'src/cart_test.zig',
  'test/runtests-cart.jl',
  'features/cart.feature',
  'tests/cart.robot',
  'Cart.Tests.ps1',
  'test/cart-test.el',
  'test/integration/cart.sh',
  '.npmrc',
  '.cargo/config.toml',
  'pom.xml',
  '.mvn/maven.config',
  'app/build.gradle.kts',
  'gradle.properties',
  'src/App/App.csproj',
  'Directory.Build.props',
  'test.runsettings',
  'Taskfile.yml',
  'deno.json',
  'turbo.json',
  'nx.json',
  'sitecustomize.py',
  'package.json',
  'packages/core/package.json',
  'Makefile',
  'justfile',
  'tox.ini',
  'noxfile.py',
  'scripts/test.sh',
  'ci/build.sh',
  'check.sh',
  '.husky/pre-commit',
  '.github/workflows/ci.yml',
  '.gitlab-ci.yml',
  '.circleci/config.yml',
  'azure-pipelines.yml',
  '.travis.yml',
  'Jenkinsfile',
  'bitbucket-pipelines.yml',
  '.buildkite/pipeline.yml',
  '.eslintrc',
  '.eslintrc.cjs',
  'eslint.config.mjs',
  'biome.json',
  '.oxlintrc.json',
  'tslint.json',
  '.stylelintrc.json',
  'ruff.toml',
  '.flake8',
  '.pylintrc',
  'mypy.ini',
  'pyrightconfig.json',
  'tsconfig.json',
  'tsconfig.build.json',
  '.golangci.yml',
  'clippy.toml',
  '.rubocop.yml',
  'phpstan.neon',
  'psalm.xml',
  'checkstyle.xml',
  'pyproject.toml',
  'setup.cfg',
  'Cargo.toml',
  'jest.config.js',
  'vitest.config.ts',
  'vite.config.ts',
  'playwright.config.ts',
  '.mocharc.json',
  'karma.conf.js',
  'cypress.config.ts',
  'pytest.ini',
  'codecov.yml',
  '.coveragerc',
  'fullstop.json',
]

const no: readonly string[] = [
  'src/cart.ts',
  'src/contest.py',
  'src/latest.ts',
  'lib/attestation.go',
  'README.md',
  'docs/testing.md',
  'test/fixtures/page.html',
  'src/__snapshots__/cart.test.ts.snap',
  'node_modules/jest/test/a.test.js',
  'dist/cart.test.js',
  'package-lock.json',
  '.prettierignore',
  'deploy.sh',
  'src/config.json',
  'src/cart.lua',
  'lib/Shop/Cart.pm',
  'test/fixtures/failing.bats',
  'test/lib/carts.bash',
  'tests/testthat/helper-cart.R',
  'spec/support/carts.lua',
  't/lib/Carts.pm',
  'test/cart.golden',
  'vendor/shop/t/cart.t',
  'R/contest.R',
  '',
]

describe('isYardstick', () => {
  test.each(yes.map((path) => [path] as const))('%s is read', (path) => {
    expect(isYardstick(path)).toBe(true)
  })

  test.each(no.map((path) => [path] as const))('%s is not', (path) => {
    expect(isYardstick(path)).toBe(false)
  })
})

test('a name that is told without a pattern is none that a pattern would find', () => {
  const folders = ['', 'src/', 'scripts/', 'bin/', 'a/ci/', '.husky/', 'a/.buildkite/', '.github/actions/', '.gitlab/']
  const stems =
    words(`fullstop package deno Makefile justfile tox noxfile conftest sitecustomize usercustomize Jenkinsfile
    azure-pipelines taskfile lefthook test run_tests lint check-all verify ci .eslintrc eslint biome oxlint xo stylelint
    .stylelintrc ruff .flake8 pylintrc checkstyle phpcs detekt .markdownlint tsconfig mypy phpstan psalm jest vitest
    playwright cypress karma wdio ava nyc jasmine protractor vite .mocharc mocha pytest .coveragerc phpunit bunfig
    pyproject setup Cargo pom build settings gradle App turbo nx project CMakeLists CTestCustom mix Rakefile tasks cart`)
  const middles = ['', '.config', '.conf', '.workspace', '.setup', '.test', '.base', '-old', '.unit.config']
  const endings =
    words(`js jsx ts tsx cjs cts mjs mts mtsx py md go rs rb php java kt cs css html vue svelte swift c h json
    yml xml toml ini sh txt cfg exs rake mk csproj kts props cmake opts neon in csv tsv lock log map snap sql proto png`)
  const wrong = folders.flatMap((folder) =>
    stems.flatMap((stem) =>
      middles.flatMap((middle) =>
        ['', ...endings.map((ending) => `.${ending}`)]
          .map((ending) => `${folder}${stem}${middle}${ending}`)
          .filter((path) => kindOfConfig(path) !== kindByPattern(path)),
      ),
    ),
  )
  expect(wrong).toEqual([])
})

function words(text: string): string[] {
  return text.split(/\s+/)
}
