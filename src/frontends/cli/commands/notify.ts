// `fullstop notify`: where you are told of tasks in this folder, and whether that works.
import { exitCode } from '../../../contract/exit-code.ts'
import type { NotifyTarget } from '../../../contract/config/notify.ts'
import { testMessage } from '../../../domain/notify/message.ts'
import { joinWords } from '../../../domain/shell/words.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { deliver } from '../../../flows/notify/deliver.ts'
import { loadPolicy, type LoadedPolicy } from '../../../flows/project/load-policy.ts'
import { readNotifySettings } from '../../../flows/project/notify-settings.ts'
import type { World } from '../../../flows/world.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { paperFor } from '../screen/paper.ts'
import { drawTable } from '../screen/table.ts'
import { foldLines } from '../screen/wrap.ts'

export const command: Command = {
  name: 'notify',
  group: 'Configure',
  summary: 'Show how you are told that a task needs you or has ended',
  args: [],
  options: {
    test: { type: 'boolean', summary: 'send a test message to each target, and report the result' },
    ...jsonOption,
  },
  examples: [
    { line: 'fullstop notify', does: 'where notifications of tasks in this folder go' },
    { line: 'fullstop notify --test', does: 'sends a test message to each; exit 1 if one did not get it' },
  ],
  run: async (context) => {
    const world = context.openWorld()
    const loaded = await loadPolicy(world, { cwd: context.cwd, attended: true })
    for (const problem of [...loaded.problems, ...loaded.warnings]) context.complain(`fullstop: ${problem}\n`)
    const targets = targetsOf(loaded)
    const tested = context.options['test'] === true ? await testAll(world, loaded, targets) : targets
    world.store.close()
    show(context, loaded, tested)
    if (loaded.problems.length > 0) return exitCode.usage
    const isBad = tested.some(({ result }) => result !== undefined && result !== 'sent')
    return isBad || tested.length === 0 ? exitCode.no : exitCode.yes
  },
}

const NONE = `No notifications are configured. To be told on this desktop:
  fullstop config set notify.desktop true
\`notify.ntfy\`, \`notify.webhook\` and \`notify.command\` reach you elsewhere:
\`fullstop config list\` explains them.
`
const UNTRUSTED = `No notifications are configured: the project file sets "notify", but it is not trusted.
To read and trust it: fullstop trust
`

interface Target {
  readonly target: NotifyTarget
  readonly where: string
  readonly from: string
  readonly result?: string
}

function targetsOf({ policy, settings }: LoadedPolicy): Target[] {
  return (policy.notify?.targets ?? []).map((target) => {
    const setting = settings.find(({ key }) => key === `notify.${target}`)
    return { target, where: whereOf(setting?.value), from: setting?.origin ?? 'default' }
  })
}

function whereOf(value: unknown): string {
  if (value === true) return 'this desktop'
  return oneLine(Array.isArray(value) ? joinWords(value.map(String)) : String(value), 80)
}

async function testAll(world: World, { policy }: LoadedPolicy, targets: readonly Target[]): Promise<Target[]> {
  const settings = readNotifySettings(world, policy.notify?.settings ?? '') ?? {}
  const message = testMessage(world.newId('evt'), world.now().toISOString())
  return Promise.all(
    targets.map(async (one) => {
      const delivered = await deliver(world, { target: one.target, settings, message })
      return { ...one, result: delivered.kind === 'sent' ? 'sent' : `failed: ${delivered.why}` }
    }),
  )
}

function show(
  { options, print, terminal, env }: Context,
  { settings }: LoadedPolicy,
  targets: readonly Target[],
): void {
  if (options['json'] === true) {
    print(`${JSON.stringify(targets, null, 2)}\n`)
    return
  }
  if (targets.length === 0) {
    const isUntrusted = settings.some(({ key, note }) => key.startsWith('notify.') && note !== undefined)
    print(foldLines(isUntrusted ? UNTRUSTED : NONE, paperFor({ terminal, env }).columns))
    return
  }
  const isTest = options['test'] === true
  const rows = targets.map(({ target, where, from, result = '' }) => [target, where, from, result])
  const columns = [{ title: 'TO' }, { title: 'WHERE' }, { title: 'FROM' }, { title: isTest ? 'RESULT' : '' }]
  print(`${drawTable({ columns, rows }, paperFor({ terminal, env })).join('\n')}\n`)
}
