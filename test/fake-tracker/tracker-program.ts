// A small tracker that keeps its items in a file of its own and logs every call. It closes an item once: a second time is an
// error, as with trackers that do not forgive it. `TRACKER_MOOD` makes it misbehave.
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'

interface Item {
  readonly id: string
  status: string
}

const file = process.env['TRACKER_FILE'] ?? ''
const [command = '', id = ''] = process.argv.slice(2)
const mood = process.env['TRACKER_MOOD'] ?? ''
// A mood holds until the test removes its file, so that a list can be continued afterwards.
const isMoody = mood.startsWith(`${command}:`) && !existsSync(`${file}.well`)

const input = command === 'list' ? '' : readFileSync(0, 'utf8').trim()
appendFileSync(`${file}.calls`, `${[command, id].filter(Boolean).join(' ')}${input && ` ${input}`}\n`)

if (isMoody) {
  if (mood.endsWith(':garbage')) print('these are your issues:\n- one\n')
  if (mood.endsWith(':flood')) for (let round = 0; round < 200; round++) print('x'.repeat(64 * 1024))
  if (mood.endsWith(':fail')) fail('the server is away', 7)
  if (mood.endsWith(':hang')) setInterval(() => undefined, 1000)
} else {
  act()
}

function act(): void {
  const items = JSON.parse(readFileSync(file, 'utf8')) as Item[]
  if (command === 'list') return print(JSON.stringify(items.filter(({ status }) => status !== 'closed')))
  const item = items.find((one) => one.id === id)
  if (!item) fail(`there is no ${id}`, 3)
  if (item.status === 'closed') fail(`${id} is closed already`, 4)
  item.status = command === 'take' ? 'in_progress' : 'closed'
  writeFileSync(`${file}.new`, JSON.stringify(items))
  renameSync(`${file}.new`, file)
}

function print(text: string): void {
  for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(writeSync(1, rest))
}

function fail(text: string, code: number): never {
  writeSync(2, `${text}\n`)
  return process.exit(code)
}
