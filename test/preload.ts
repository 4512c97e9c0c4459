// Loaded before every test file: gives each test the limit of `limits.ts`, its folders a place, its programs a PATH without
// detours, and fails a file whose processes outlive it.
import { afterAll, setDefaultTimeout } from 'bun:test'
import { readFileSync } from 'node:fs'
import { plugin } from 'bun'
import { folderFor } from './in-memory.ts'
import { TEST_MS } from './limits.ts'
import { withoutShims } from './no-shims.ts'
import { childrenOf, commandOf, endProcesses, isAlive } from './processes.ts'
import { until } from './until.ts'

setDefaultTimeout(TEST_MS)
process.env['PATH'] = withoutShims(process.env['PATH'] ?? '')
// No test leaves this machine, and Node reads them all at each start: that is most of what a small program costs.
delete process.env['NODE_EXTRA_CA_CERTS']

// Bun forgets the limit with each further file of a run that is not isolated, and the preload runs only once there.
plugin({
  name: 'each-file',
  setup: (build) => {
    build.onLoad({ filter: /\.test\.ts$/ }, ({ path }) => {
      setDefaultTimeout(TEST_MS)
      process.env['TMPDIR'] = folderFor(path)
      return { contents: readFileSync(path, 'utf8'), loader: 'ts' }
    })
  },
})

afterAll(async () => {
  const left = (): number[] => childrenOf(process.pid).filter(isAlive)
  try {
    await until(
      () => left().length === 0,
      () => `a test has left behind: ${left().map(commandOf).join(', ')}`,
    )
  } finally {
    endProcesses(left)
  }
})
