// `npm run test:agents` begins with this: installs every agent that its tests drive, before the first of them runs. What
// cannot be had here is named; the tests of it are skipped.
import { claude, codex, copilot, gemini, opencode, qwen } from '../test/real-agents/acp-agents.ts'
import { acpxPackage, inspectorPackage, installAgent } from '../test/real-agents/install.ts'

const AT_ONCE = 3

const agents = [opencode, copilot, codex, claude, gemini, qwen]
const queue = [...agents.flatMap(({ packages }) => packages), inspectorPackage, acpxPackage]

async function work(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const installed = await installAgent(next)
    if (installed.kind === 'unavailable') console.warn(installed.reason)
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work))
