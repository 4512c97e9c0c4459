// Codex in the suite of `fullstop run`.
import { codex } from './run-codex.ts'
import { runSuite } from './run.suite.ts'

await runSuite(codex)
