// A process of its own that opens the store in each folder it is told of on stdin, appends one session's events there,
// and prints what became of them. Run with: bun store-writer.ts NAME
import { createInterface } from 'node:readline'
import type { Event } from '../../src/contract/event.ts'
import { openSqliteStore } from '../../src/adapters/store/sqlite/sqlite-store.ts'

const name = process.argv[2] ?? 'writer'

function event(number: number): Event {
  return {
    id: `evt_${name}_${number}`,
    at: new Date().toISOString(),
    kind: 'session.seen',
    session: `ses_${name}`,
    agent: 'claude',
    agentSessionId: name,
    attended: true,
    source: 'startup',
  }
}

process.stdout.write('ready\n')
for await (const home of createInterface({ input: process.stdin })) {
  const answers: string[] = []
  try {
    const store = openSqliteStore({
      home,
      busyMs: 100,
    })
    for (const number of [1, 2, 3]) answers.push(await store.append([event(number)]))
    store.close()
  } catch (error) {
    answers.push(String(error))
  }
  process.stdout.write(`${JSON.stringify(answers)}\n`)
}
