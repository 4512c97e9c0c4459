// Claude Code in the suite of `fullstop run`.
import { claude } from './run-claude.ts'
import { runSuite } from './run.suite.ts'

await runSuite(claude)
