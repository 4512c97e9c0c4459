// `action.yml` as a job of GitHub would carry it out: its scripts in bash, in a clean folder, with the packed package by the
// real npm, and with the code of the checkout.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platformOf } from '../../scripts/release/headers.ts'
import type { Manifest } from '../../scripts/release/package-files.ts'
import { binary } from '../e2e/binary.ts'
import type { Output } from '../e2e/room.ts'
import { packQuickly } from './pack.ts'
import { type Registry, startRegistry } from './registry.ts'
import { newRoom, type Room } from './room.ts'

interface Step {
  readonly uses?: string
  readonly id?: string
  readonly shell: string
  readonly env: Readonly<Record<string, string>>
  readonly run: string
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

const root = join(import.meta.dirname, '..', '..')
const text = readFileSync(join(root, 'action.yml'), 'utf8')
const action = Bun.YAML.parse(text) as Action
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
const current = platformOf(readFileSync(process.execPath)) ?? 'unknown'
const tarballs = mkdtempSync(join(tmpdir(), 'fullstop-tarballs-'))
let registry: Registry

beforeAll(() => {
  registry = startRegistry(packQuickly(tarballs, manifest, current))
})

afterAll(() => {
  registry[Symbol.dispose]()
  rmSync(tarballs, { recursive: true, force: true })
})

test('it is composite, uses no other action and no secret, and no value of a job is part of a script', () => {
  expect(action.runs.using).toBe('composite')
  expect(Object.keys(action.inputs)).toEqual(['base', 'trust', 'sarif', 'version'])
  expect(Object.values(action.inputs).map((input) => input.default)).toEqual(['', '', '', ''])
  expect(action.outputs).toMatchObject({ result: { value: '${{ steps.verify.outputs.result }}' } })
  for (const step of action.runs.steps) {
    expect([step.uses, step.shell]).toEqual([undefined, 'bash'])
    expect(step.run).not.toContain('${{')
  }
  expect(text).not.toMatch(/secrets\.|github\.token|GITHUB_TOKEN/)
})

interface Job {
  readonly inputs?: Readonly<Record<string, string>>
  readonly github?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
}

interface Ran extends Output {
  readonly outputs: string
  readonly summary: string
}

/** The steps one after the other, each as the runner starts it; the first that fails ends the job. Installs once in a room. */
async function runJob(room: Room, { inputs = {}, github = {}, env = {} }: Job): Promise<Ran> {
  const temp = join(room.home, 'temp')
  const isInstalled = existsSync(temp)
  mkdirSync(temp, { recursive: true })
  const files = { GITHUB_OUTPUT: join(room.home, 'output'), GITHUB_STEP_SUMMARY: join(room.home, 'summary.md') }
  for (const path of Object.values(files)) writeFileSync(path, '')
  const values: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.keys(action.inputs).map((name) => [`inputs.${name}`, inputs[name] ?? ''])),
    ...github,
    'runner.temp': temp,
    'env.FULLSTOP_TRUST': '',
  }
  const job = {
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: root,
    GITHUB_WORKSPACE: room.project,
    RUNNER_TEMP: temp,
    CI: 'true',
    ...files,
    ...env,
  }
  let ended: Output = { code: 0, stdout: '', stderr: '' }
  for (const step of action.runs.steps.slice(isInstalled ? 1 : 0)) {
    if (ended.code !== 0) break
    const script = join(room.home, 'step.sh')
    writeFileSync(script, step.run)
    const own = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, evaluate(value, values)]))
    const argv = ['--noprofile', '--norc', '-e', '-o', 'pipefail', script]
    ended = await room.run('bash', argv, { env: { ...job, ...own } })
  }
  return {
    ...ended,
    outputs: readFileSync(files.GITHUB_OUTPUT, 'utf8'),
    summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'),
  }
}

/** Names joined by `||`: the first that has a value. */
function evaluate(value: string, values: Readonly<Record<string, string>>): string {
  return value.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
    const names = expression.split(' || ')
    return names.map((name) => values[name] ?? '').find((found) => found !== '') ?? ''
  })
}

/** A repository with a check, and a branch with one commit. */
async function makeProject(room: Room): Promise<{ readonly base: string; readonly trust: string }> {
  const git = async (...args: readonly string[]): Promise<string> => {
    const settings = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com', '-c', 'maintenance.auto=false']
    const { code, stdout, stderr } = await room.run('git', [...settings, ...args])
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    return stdout.trim()
  }
  writeFileSync(join(room.project, 'fullstop.json'), '{ "checks": [{ "name": "test", "run": "sh check.sh" }] }\n')
  writeFileSync(join(room.project, 'check.sh'), 'test -f product.txt\n')
  writeFileSync(join(room.project, 'product.txt'), 'one\n')
  // It must have no say: it would send npm elsewhere.
  writeFileSync(join(room.project, '.npmrc'), 'registry=http://127.0.0.1:9/\n')
  await git('init', '--quiet', '--initial-branch=main')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'Start')
  const base = await git('rev-parse', 'HEAD')
  await git('switch', '--quiet', '--create', 'feature')
  writeFileSync(join(room.project, 'product.txt'), 'two\n')
  await git('commit', '--quiet', '--all', '--message', 'Change')
  return { base, trust: (await room.run(binary, ['trust', '--hash'])).stdout.trim() }
}

test('with a version npm installs the package, and a pull request is proven or not', async () => {
  using room = newRoom(registry.url)
  const { base, trust } = await makeProject(room)
  const github = { 'github.event.pull_request.base.sha': base }
  const inputs = { trust, version: manifest.version }
  const proven = await runJob(room, { inputs: { ...inputs, sarif: 'out.sarif' }, github })
  expect(proven).toMatchObject({ code: 0, outputs: 'result=proven\n' })
  expect(proven.summary).toStartWith('## ✅ Fullstop: proven\n')
  expect(JSON.parse(readFileSync(join(room.project, 'out.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' })

  rmSync(join(room.project, 'product.txt'))
  expect(await runJob(room, { inputs, github })).toMatchObject({ code: 1, outputs: 'result=red\n' })
  // Nothing that could be green without trust, or with a secret in reach.
  expect(await runJob(room, { inputs: { version: manifest.version }, github })).toMatchObject({
    code: 3,
    outputs: 'result=unverified\n',
  })
  expect(await runJob(room, { inputs, github, env: { NPM_TOKEN: 'x' } })).toMatchObject({ code: 3 })
  writeFileSync(join(room.project, 'check.sh'), 'exit 0\n')
  expect(await runJob(room, { inputs, github })).toMatchObject({ code: 9, outputs: 'result=look\n' })
})

test('without a version the code of the action runs; no name of a branch is more than a name', async () => {
  using room = newRoom(registry.url)
  const { trust } = await makeProject(room)
  // Stands in for npm: what it would fetch for the lockfile is here already.
  const programs = join(room.home, 'programs')
  mkdirSync(programs)
  const said = join(room.home, 'npm-was-asked')
  writeFileSync(
    join(programs, 'npm'),
    `#!/bin/sh\necho "$@" >> '${said}'\n[ "$1" != ci ] || ln -s '${join(root, 'node_modules')}' node_modules\n`,
  )
  chmodSync(join(programs, 'npm'), 0o755)
  const env = { PATH: `${programs}:${process.env['PATH']}` }
  expect(await runJob(room, { inputs: { trust, base: 'main' }, env })).toMatchObject({
    code: 0,
    outputs: 'result=proven\n',
  })
  expect(readFileSync(said, 'utf8').split('\n')).toEqual([
    'ci --omit=dev --ignore-scripts --no-audit --no-fund',
    'rebuild --ignore-scripts=false bun',
    '',
  ])
  for (const base of ['--read', '$(touch ran)', '`touch ran`; touch ran', "'; touch ran; '"]) {
    const { code, outputs, stderr } = await runJob(room, { inputs: { trust, base }, env })
    expect({ base, code, outputs }).toEqual({ base, code: 2, outputs: 'result=\n' })
    expect(stderr).toContain('there is no commit')
  }
  expect((await room.run('ls', [])).stdout.split('\n')).not.toContain('ran')
  // A branch that is pushed for the first time: there is nothing before it.
  const zeros = { 'github.event.before': '0'.repeat(40) }
  expect(await runJob(room, { inputs: { trust }, github: zeros, env })).toMatchObject({ code: 0 })
})
