// A program that continues only when it is answered: it waits for a greeting, for its prompt, and for a yes to each of its
// questions. It writes down every line that it receives. `SPEAKING_STAGE` names the folder that it shares with the test:
// it holds at a step while a file `hold-STEP` is there.
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const [session = ''] = process.argv.slice(2)
const stage = process.env['SPEAKING_STAGE'] ?? ''
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

async function receive(): Promise<Record<string, unknown> | undefined> {
  const { value, done } = (await lines.next()) as { value?: string; done?: boolean }
  if (done || value === undefined) return undefined
  appendFileSync(join(stage, 'received.jsonl'), `${value}\n`)
  return JSON.parse(value) as Record<string, unknown>
}

async function expectKey(key: string): Promise<void> {
  const got = await receive()
  if (got?.[key] !== undefined) return
  process.stderr.write(`expected ${key}, got ${JSON.stringify(got)}\n`)
  process.exit(3)
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

async function hold(step: string): Promise<void> {
  writeFileSync(join(stage, `at-${step}`), '')
  while (existsSync(join(stage, `hold-${step}`))) await new Promise((resolve) => setTimeout(resolve, 10))
}

await expectKey('hello')
print({ ready: session })
await expectKey('prompt')
await hold('ask')
print({ asks: 'May I write the answer?' })
await hold('asked')
await expectKey('yes')
await hold('write')
writeFileSync('answer', '42\n')
print({ asks: 'May I stop?' })
await expectKey('yes')
print({ says: `It is written.\n\nFULLSTOP_DONE::${session}` })
print({ done: true })
// A line that was sent twice would come here.
while ((await receive()) !== undefined);
