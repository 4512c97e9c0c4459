import { claude } from './acp-agents.ts'
import { acpSuite } from './acp.suite.ts'

await acpSuite(claude)
