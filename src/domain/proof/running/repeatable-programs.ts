// Which programs a check may start and still be run once more by itself: one table. A program that is not in it may do
// anything, so its check is not repeated.

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''))

/** Programs that reach beyond the workspace: containers, machines, networks, databases, services. */
const REACHING = set(`
  docker docker-compose podman podman-compose nerdctl buildah skopeo containerd crictl lima colima
  kubectl helm oc minikube kind k3d kustomize skaffold tilt terraform tofu terragrunt pulumi packer vagrant ansible
  ansible-playbook aws gcloud gsutil az doctl heroku fly flyctl vercel netlify wrangler firebase serverless sls sam cdk gh glab
  hub ssh scp sftp rsync rclone curl wget http https httpie xh nc ncat netcat socat telnet ftp dig nslookup ping
  psql pg_dump pg_restore pg_ctl createdb dropdb createuser mysql mysqladmin mysqldump mariadb mongo mongosh mongod
  mongodump redis-cli redis-server sqlite3 cqlsh clickhouse clickhouse-client influx sqlcmd sqlplus cockroach duckdb
  flyway liquibase alembic dbmate atlas sqitch knex sequelize sequelize-cli prisma typeorm drizzle-kit
  twine sudo doas su systemctl service launchctl initctl mount umount kill pkill killall shutdown reboot crontab at
  mail sendmail osascript open xdg-open adb fastlane
`)

/** Words that change something elsewhere, whatever program they are given to. */
const REACHING_WORD = /^(?:migrat(?:e|ion|ions)|deploy(?:ment)?|publish|push)$/i

/** Test runners, linters, type checkers, formatters, compilers and bundlers: whatever words follow. */
const RUNNERS = set(`
  vitest jest mocha ava jasmine tap tape borp uvu karma wtr web-test-runner
  pytest py.test unittest nose2 trial behave robot doctest compileall phpunit pest paratest codecept rspec minitest cucumber
  eslint oxlint biome prettier oxfmt dprint standard xo tslint tsc tsgo vue-tsc svelte-check stylelint markdownlint
  markdownlint-cli2 cspell knip depcheck madge publint attw tsd size-limit commitlint
  ruff black flake8 pylint isort mypy pyright basedpyright ty bandit codespell pydocstyle pycodestyle vulture
  golangci-lint staticcheck gofmt gofumpt goimports gotestsum govulncheck rubocop standardrb srb reek phpstan psalm
  php-cs-fixer phpcs pint ktlint detekt shellcheck shfmt hadolint actionlint yamllint typos luacheck busted
  webpack rollup esbuild tsup tsdown unbuild swc babel sass postcss terser parcel microbundle tsc-alias api-extractor
  bats shellspec ctest gcc g++ cc c++ clang clang++ clang-format clang-tidy cppcheck ld ar rustc
  rustfmt javac kotlinc valgrind gcov gcovr lcov protoc elm-test hlint
`)

/** Shell words and small tools that touch files of the workspace at most. */
const TOOLS = set(`
  echo printf true false : test [ [[ cd pushd popd set shopt export unset local readonly declare typeset shift exit
  return break continue for case in esac fi done done; ;; } ) then do else function select read wait hash type alias umask ulimit getopts let
  cat head tail sort uniq wc tr cut paste sed grep egrep fgrep rg diff cmp comm ls pwd mkdir rmdir rm cp mv touch ln
  chmod basename dirname realpath readlink date sleep uname which seq tee tar gzip gunzip zip unzip sha256sum sha1sum
  md5sum shasum cksum jq yq id whoami hostname stat file mktemp tput column rev fold expand xmllint
  rimraf mkdirp shx cpy cpx copyfiles ncp del del-cli is-ci
`)

/** They make what they are told, by whatever name. */
const BUILDERS = set('ninja cmake')

/** Programs of which only these commands are runners. */
const COMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  go: set('test vet build fmt list version'),
  cargo: set('test check clippy build fmt nextest doc bench llvm-cov tarpaulin'),
  deno: set('test check lint fmt bench'),
  bun: set('test build'),
  dotnet: set('test build format'),
  swift: set('test build'),
  dart: set('test analyze format'),
  flutter: set('test analyze'),
  mix: set('test format credo dialyzer compile'),
  rails: set('test'),
  zig: set('test build fmt'),
  stack: set('test build'),
  cabal: set('test build check'),
  gleam: set('test check build format'),
  rebar3: set('eunit ct dialyzer compile xref'),
  lein: set('test check'),
  sbt: set('test compile'),
  mvn: set('test verify compile package validate'),
  mvnw: set('test verify compile package validate'),
  gradle: set('test check build compileJava compileKotlin assemble'),
  gradlew: set('test check build compileJava compileKotlin assemble'),
  bazel: set('test build'),
  cypress: set('run verify'),
  playwright: set('test'),
  'react-scripts': set('test build'),
  ng: set('test lint build'),
  buf: set('lint build format breaking'),
  dune: set('test build runtest'),
  meson: set('test compile setup'),
  vite: set('build'),
  next: set('build lint'),
  astro: set('build check'),
  nuxt: set('build typecheck'),
  coverage: set('report html xml json combine erase lcov'),
  // What only looks. Git itself writes nothing but its index.
  git: set('diff status ls-files rev-parse log show describe grep check-ignore merge-base cat-file ls-tree blame'),
}

export type ProgramKind = 'runner' | 'tool' | 'reaching' | 'unknown'

/** `args`: the words behind the program. */
export function kindOfProgram(program: string, args: readonly string[]): ProgramKind {
  if (REACHING.has(program)) return 'reaching'
  if (RUNNERS.has(program)) return 'runner'
  if (TOOLS.has(program)) return 'tool'
  if (BUILDERS.has(program)) return args.some(isReachingWord) ? 'reaching' : 'runner'
  const commands = Object.hasOwn(COMMANDS, program) ? COMMANDS[program] : undefined
  if (!commands) return 'unknown'
  const words = args.filter((word) => !word.startsWith('-') && !word.startsWith('+'))
  if (words.some(isReachingWord)) return 'reaching'
  // `gradle :app:test`, `mvn -q test`; goals of these programs are all of them commands.
  const goals = GOAL_PROGRAMS.has(program) ? words : words.slice(0, 1)
  return goals.length > 0 && goals.every((goal) => commands.has(goal.split(':').at(-1) ?? '')) ? 'runner' : 'unknown'
}

const GOAL_PROGRAMS = set('mvn mvnw gradle gradlew sbt')

export function isReachingProgram(program: string): boolean {
  return REACHING.has(program)
}

/** Also as a part of a name: `db:migrate`, `deploy-preview`. */
export function isReachingWord(word: string): boolean {
  return !/[/\\]/.test(word) && word.split(/[:_.=-]/).some((part) => REACHING_WORD.test(part))
}
