// Programs that do not end by themselves: servers, watchers and followers. One table; the reading of the line is left to
// the shell reader. A program that is not in the table, or is asked for something else, is expected to end.
import { lazily, lazyWords } from '../../contract/lazily.ts'
import { afterOptions, COMPOSE_VALUES, type Started, startedPrograms } from './unwrapped.ts'

type RunsOn = (args: readonly string[]) => boolean

export function neverEnds(line: string): boolean {
  const started = startedPrograms(line)
  return started.some((one, index) => isEndless(one, started.slice(index + 1)))
}

function isEndless(started: Started, later: readonly Started[]): boolean {
  const { program, args, isTimed, command } = started
  if (isTimed || args.some((arg) => arg === '--help' || arg === '--version')) return false
  // A script that ends its own server waits for what it does in between.
  if (command.end === '&' && later.some(({ program: other }) => other === 'kill' || other === 'pkill')) return false
  // A reader of a fixed number of lines ends it.
  const [reader] = later
  if (command.end === '|' && reader && cutsOff(reader)) return false
  if (isEndlessLoop(program, args)) return !later.some(({ program: other }) => other === 'break' || other === 'exit')
  if (program === 'concurrently' || program === 'run-p') {
    return args.some((arg) => neverEnds(arg.startsWith('npm:') ? `npm run ${arg.slice(4)}` : arg))
  }
  const rule = table()[program]
  if (rule?.(args)) return true
  return !watchesToAnEnd(program) && args.some(isWatching)
}

function cutsOff({ program, args }: Started): boolean {
  return program === 'head' || (/^[ef]?grep$|^rg$/.test(program) && args.some((arg) => /^-[a-zA-Z]*[mq]/.test(arg)))
}

function isEndlessLoop(program: string, args: readonly string[]): boolean {
  if (program === 'while') return args[0] === 'true' || args[0] === ':' || args[0] === '1'
  return program === 'until' && args[0] === 'false'
}

/** Programs that end although they watch something: a run, a rollout. */
export function watchesToAnEnd(program: string): boolean {
  return ['gh', 'glab', 'kubectl', 'oc', 'argocd', 'flyctl'].includes(program)
}

function isWatching(arg: string): boolean {
  return /^--(?:watch|watch-all|watchall|live-reload|livereload|hot|serve|servedir|continuous|follow)(?:=(?!false|0|no).*)?$/i.test(
    arg,
  )
}

const always: RunsOn = () => true

/** With one of these flags, written out or in a cluster of letters (`-fu`). */
function withFlag(...flags: readonly string[]): RunsOn {
  return (args) => args.some((arg) => flags.some((flag) => isFlag(arg, flag)))
}

function isFlag(arg: string, flag: string): boolean {
  if (arg === flag || arg.startsWith(`${flag}=`)) return true
  return flag.length === 2 && /^-[a-zA-Z0-9]{2,8}$/.test(arg) && arg.slice(1).includes(flag.slice(1))
}

function withoutFlag(...flags: readonly string[]): RunsOn {
  const has = withFlag(...flags)
  return (args) => !has(args)
}

/** With one of these words as its first that is no option. */
function sub(words: string, valued: readonly string[] = []): RunsOn {
  const known = words.split(' ')
  return (args) => known.includes(afterOptions(args, valued)[0] ?? '')
}

/** Unless one of these words comes first. */
function unless(words: string): RunsOn {
  const isOther = sub(words)
  return (args) => !isOther(args)
}

function both(one: RunsOn, other: RunsOn): RunsOn {
  return (args) => one(args) && other(args)
}

function either(...rules: readonly RunsOn[]): RunsOn {
  return (args) => rules.some((rule) => rule(args))
}

/** Scripts of package managers and targets of task runners that are servers by their name. */
const SCRIPT =
  /^(?:start|storybook|develop|runserver|dev-server|devserver)(?:[:._-](?!.*(?:test|build|ci|db|check)).*)?$/
const scriptOptions = '--prefix -C --dir --cwd --filter -F -w --workspace -f --file --makefile -d --directory'.split(
  ' ',
)

function script(args: readonly string[]): boolean {
  const rest = afterOptions(args, scriptOptions)
  const [first = '', second = '', third = ''] = rest
  if (first === 'workspace') return SCRIPT.test(third === 'run' ? (rest[3] ?? '') : third === '' ? second : third)
  if (first === 'run' || first === 'run-script' || first === 'task') {
    return SCRIPT.test(afterOptions(rest.slice(1), scriptOptions)[0] ?? '')
  }
  return SCRIPT.test(first)
}

const detached = ['-d', '--detach', '--wait', '--no-start', '--abort-on-container-exit', '--exit-code-from']
const serverImages = lazyWords(
  `postgres postgis redis valkey nginx httpd caddy traefik mysql mariadb mongo rabbitmq elasticsearch opensearch kibana
  grafana prometheus minio localstack kafka cp-kafka zookeeper memcached nats eclipse-mosquitto jaeger keycloak vault consul
  registry mailhog mailpit adminer pgadmin4 dynamodb-local azurite qdrant ollama jenkins sonarqube`,
)

function docker(args: readonly string[]): boolean {
  const [first = '', ...rest] = args
  if (first === 'compose') return compose(rest)
  if (first === 'logs') return withFlag('-f', '--follow')(rest)
  if (first === 'stats') return withoutFlag('--no-stream')(rest)
  if (first === 'events' || first === 'attach') return true
  if (first !== 'run' || withFlag('-d', '--detach')(rest)) return false
  return rest.some((arg) => serverImages().has((arg.split('/').at(-1) ?? '').split(':')[0] ?? ''))
}

function compose(args: readonly string[]): boolean {
  const [first = '', ...rest] = afterOptions(args, COMPOSE_VALUES)
  if (first === 'up') return withoutFlag(...detached)(rest)
  return first === 'watch' || (first === 'logs' && withFlag('-f', '--follow')(rest))
}

function kubectl(args: readonly string[]): boolean {
  const [first = '', ...rest] = afterOptions(args, ['-n', '--namespace', '--context', '--kubeconfig'])
  if (first === 'logs') return withFlag('-f', '--follow')(rest)
  if (first === 'get') return withFlag('-w', '--watch')(rest)
  return first === 'port-forward' || first === 'proxy' || first === 'attach'
}

/** A tunnel, or what it runs on the other machine. */
function ssh(args: readonly string[]): boolean {
  if (args.some((arg) => /^-[A-Za-z]*N[A-Za-z]*$/.test(arg))) return true
  const remote = afterOptions(args, '-L -R -D -p -i -o -l -J -F -b -c -W'.split(' ')).slice(1)
  return remote.length > 0 && neverEnds(remote.join(' '))
}

function java(args: readonly string[]): boolean {
  return args.some((arg) =>
    /(?:^|:)(?:bootrun|boottestrun|quarkusdev|apprun|jettyrun)$|^(?:spring-boot|jetty|tomcat\d?|liberty|micronaut|mn|wildfly|quarkus):(?:run|dev)$|^(?:-t)$/i.test(
      arg,
    ),
  )
}

/** `nginx -t` and `nginx -s reload` do one thing and end. */
const onceOnly = withoutFlag('-t', '-T', '-s', '-v', '-V')

const table = lazily((): Readonly<Record<string, RunsOn>> => ({
  // Whatever these are asked for, they run on.
  ...group(
    `uvicorn hypercorn daphne granian waitress-serve gunicorn nodemon ts-node-dev tsnd node-dev live-server http-server
    lite-server json-server browser-sync webpack-dev-server start-storybook remix-serve sphinx-autobuild puma unicorn rackup
    shotgun guard rerun sidekiq resque hivemind redis-sentinel postmaster mysqld mysqld_safe mariadbd mongos influxd
    nats-server etcd clickhouse-server meilisearch typesense-server qdrant prometheus alertmanager grafana-server loki envoy
    traefik postgres ngrok autossh stern kubetail k9s multitail watchexec watchmedo watchfiles ptw pytest-watch entr bacon
    cargo-watch reflex modd compiledaemon onchange chokidar pm2-runtime xvfb chromedriver geckodriver selenium-standalone
    appium tensorboard flower mitmproxy mitmdump mitmweb dramatiq huey_consumer localtunnel lt bore tcpserver runserver
    http.server simplehttpserver jupyter-lab jupyter-notebook jupyter-server supervisord pm2-dev verdaccio smee mailhog
    mailpit maildev llama-server syncthing htop yes kafka-server-start.sh kafka-server-start zookeeper-server-start.sh
    zookeeper-server-start connect-distributed.sh dynamodb-local websocketd code-server`,
    always,
  ),
  ...group('npm pnpm yarn bun make gmake just task rake composer nx turbo lerna gulp grunt', script),
  ...group('tsc babel rollup mocha ava swc tailwindcss sass stylus coffee postcss', withFlag('-w')),
  ...group('docker podman nerdctl', docker),
  ...group('kubectl oc', kubectl),
  ...group('gradle gradlew mvn mvnw mvnd', java),
  ...group('tail gtail', withFlag('-f', '-F', '--follow', '--retry')),
  ...group(
    'next nuxt nuxi astro rsbuild vitepress vuepress docusaurus react-router modern',
    sub('dev start serve preview'),
  ),
  ...group(
    'nest react-scripts craco expo react-native strapi directus keystone thin passenger solr localstack',
    sub('start develop dev'),
  ),
  ...group(
    'ng vue-cli-service quasar ionic zola trunk mdbook hugo jekyll hexo mkdocs dx panel bokeh ollama vllm',
    sub('serve server s dev watch'),
  ),
  ...group('memcached elasticsearch opensearch mosquitto haproxy', withoutFlag('-d', '-D')),
  rails: sub('s server jobs:work solid_queue:start'),
  celery: (args) => args.some((arg) => /^(?:worker|beat|events|flower)$/.test(arg)),
  'docker-compose': compose,
  vite: unless('build optimize'),
  vitest: either(sub('watch dev'), withFlag('--ui')),
  storybook: sub('dev start'),
  'webpack-cli': either(sub('serve watch'), withFlag('-w')),
  webpack: either(sub('serve watch'), withFlag('-w')),
  rspack: sub('serve dev'),
  parcel: unless('build'),
  remix: sub('dev vite:dev watch'),
  gatsby: sub('develop serve'),
  snowpack: sub('dev'),
  karma: both(sub('start'), withoutFlag('--single-run')),
  playwright: either(sub('show-report show-trace codegen'), withFlag('--ui')),
  cypress: sub('open'),
  prisma: sub('studio'),
  'drizzle-kit': sub('studio'),
  convex: sub('dev'),
  wrangler: sub('dev tail'),
  netlify: sub('dev'),
  vercel: sub('dev'),
  sst: sub('dev'),
  serverless: sub('offline'),
  sls: sub('offline'),
  sam: (args) => args[0] === 'local' && args[1]?.startsWith('start-') === true,
  func: sub('start'),
  firebase: sub('emulators:start serve'),
  supabase: (args) => args[0] === 'functions' && args[1] === 'serve',
  temporal: (args) => args[0] === 'server' && args[1] === 'start-dev',
  stripe: sub('listen'),
  gh: (args) => args[0] === 'webhook' && args[1] === 'forward',
  pm2: sub('logs log monit'),
  heroku: (args) => args[0] === 'local' || (args[0] === 'logs' && withFlag('-t', '--tail')(args)),
  aws: (args) => args[0] === 'logs' && args[1] === 'tail' && withFlag('--follow')(args),
  cloudflared: both(sub('tunnel access'), (args) => !/^(?:create|list|delete|route|login|info)$/.test(args[1] ?? '')),
  minikube: sub('tunnel mount dashboard'),
  skaffold: sub('dev'),
  tilt: sub('up'),
  tsx: sub('watch'),
  deno: either(sub('serve'), script),
  serve: always,
  flask: (args) => args.includes('run'),
  fastapi: sub('dev run'),
  'manage.py': sub('runserver runserver_plus runserver_tls livereload qcluster process_tasks rundramatiq'),
  'django-admin': sub('runserver'),
  streamlit: sub('run'),
  chainlit: sub('run'),
  mlflow: sub('server ui'),
  airflow: sub('webserver scheduler standalone triggerer api-server'),
  prefect: (args) => /^(?:server|worker|agent)$/.test(args[0] ?? '') && args[1] === 'start',
  dagster: sub('dev'),
  locust: withoutFlag('--headless'),
  rq: sub('worker'),
  arq: always,
  jupyter: either((args) => args.length === 0, sub('lab notebook server console')),
  marimo: sub('edit run'),
  superset: sub('run'),
  twistd: withFlag('-n', '--nodaemon'),
  dev: (args) => args.length === 0,
  foreman: sub('start s'),
  overmind: sub('start s'),
  honcho: sub('start'),
  php: withFlag('-S'),
  artisan: sub('serve queue:work queue:listen schedule:work horizon octane:start reverb:start websockets:serve pail'),
  sail: both(sub('up'), withoutFlag('-d', '--detach')),
  symfony: both(sub('server:start serve local:server:start'), withoutFlag('-d', '--daemon')),
  console: sub('server:run server:start messenger:consume'),
  wp: sub('server'),
  frankenphp: sub('run php-server'),
  rr: sub('serve'),
  mix: either(sub('phx.server'), withFlag('--no-halt')),
  iex: always,
  elixir: (args) => args.includes('phx.server') || args.includes('--no-halt'),
  cargo: (args) =>
    args[0] === 'watch' ||
    (['leptos', 'shuttle'].includes(args[0] ?? '') && /^(?:watch|serve|run)$/.test(args[1] ?? '')),
  air: (args) => args.length === 0 || args[0] === '-c',
  gin: sub('run'),
  sbt: (args) => args.some((arg) => arg.startsWith('~')),
  'shadow-cljs': sub('watch server'),
  'catalina.sh': sub('run'),
  lein: sub('ring figwheel run-dev'),
  dotnet: sub('watch'),
  journalctl: withFlag('-f', '--follow'),
  dmesg: withFlag('-w', '-W', '--follow'),
  less: (args) => args.includes('+F'),
  log: sub('stream'),
  adb: both(sub('logcat'), withoutFlag('-d')),
  'redis-server': (args) => args[args.indexOf('--daemonize') + 1] !== 'yes',
  'valkey-server': always,
  'rabbitmq-server': withoutFlag('-detached'),
  mongod: withoutFlag('--fork'),
  cockroach: sub('start start-single-node demo'),
  neo4j: sub('console'),
  consul: sub('agent'),
  nomad: sub('agent'),
  vault: sub('server'),
  minio: sub('server'),
  clickhouse: sub('server'),
  chroma: sub('run'),
  cassandra: withFlag('-f'),
  nginx: onceOnly,
  httpd: (args) => args.some((arg) => /foreground/i.test(arg)),
  apache2ctl: (args) => args.some((arg) => /foreground/i.test(arg)),
  sshd: withFlag('-D'),
  caddy: sub('run file-server reverse-proxy respond'),
  ssh,
  socat: (args) => args.some((arg) => /listen/i.test(arg)),
  nc: withFlag('-l', '-k'),
  ncat: withFlag('-l', '-k'),
  watch: withoutFlag('-g', '--chgexit'),
  fswatch: withoutFlag('-1', '--one-event'),
  inotifywait: withFlag('-m', '--monitor'),
  top: withoutFlag('-b', '-n', '-l'),
  ping: withoutFlag('-c', '-n'),
  tcpdump: withoutFlag('-c'),
  sleep: (args) => args[0] === 'infinity' || args[0] === 'inf',
}))

function group(programs: string, rule: RunsOn): Record<string, RunsOn> {
  return Object.fromEntries(programs.split(/\s+/).map((program) => [program, rule]))
}
