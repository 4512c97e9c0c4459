// The real ACP agents, under `fullstop run --acp` and behind the gate of an editor: a premature stop is continued, the model
// reads why, and its claim is proven by the check.
import { describe, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { editorOf } from '../e2e/acp-editor.ts'
import { binary } from '../e2e/binary.ts'
import { callTool, lastMatch, readableText, say, type Step, toolsOf } from '../model-server/script.ts'
import { type ModelServer, startModelServer } from '../model-server/server.ts'
import { acpAgents, type AcpAgentProgram, programsOf } from './acp-agents.ts'
import { isExhaustive } from '../rounds.ts'
import { runToEnd } from './process.ts'
import { openRoom, type Room, writeFiles } from './room.ts'
import { outcomesIn } from './gate.ts'

const REQUEST = 'Write the answer, 42, into the file answer.'
const CHECK = { name: 'answer', run: 'sh check.sh' }

for (const agent of acpAgents) {
  const programs = await programsOf(agent)
  describe(agent.title, () => {
    const why = typeof programs === 'string' ? ` (skipped: ${programs})` : ''
    const isLeft = agent.isSlow === true && !isExhaustive
    const argv = typeof programs === 'string' ? [] : programs

    test.skipIf(why !== '' || isLeft)(
      `run: a premature stop is continued in the same session, then completed${why}`,
      async () => {
        const { room, model, start } = await staged(agent, argv)
        try {
          const line = start.argv.map((word) => `'${word}'`).join(' ')
          const args = ['run', '--acp', line, '--permissions', 'all', REQUEST]
          const { exitCode, stdout } = await runToEnd(binary, args, { cwd: room.cwd, env: start.env })
          expect({ exitCode, outcomes: outcomesIn(room) }, stdout).toEqual({ exitCode: 0, outcomes: ['completed'] })
          expectToldOnce(agent, model, 'You work under Fullstop, unattended')
        } finally {
          await model.close()
          await room.close()
        }
      },
    )

    test.skipIf(why !== '')(`gate: a premature stop is continued inside the turn of the editor${why}`, async () => {
      const { room, model, start } = await staged(agent, argv)
      const env = { ...start.env, FULLSTOP_MODE: 'strict' }
      const editor = editorOf(spawn(binary, ['acp', '--', ...start.argv], { cwd: room.cwd, env, stdio: 'pipe' }))
      try {
        editor.permission = 'allow_once'
        const session = await editor.open(room.cwd)
        const { result, error } = await editor.prompt(session, REQUEST)
        expect({ stop: result?.stopReason, error }).toEqual({ stop: 'end_turn', error: undefined })
        expect(outcomesIn(room)).toEqual(['completed'])
        expect(editor.ours().map(({ about }) => about)).toEqual([{ continuation: 1 }, { continuations: 1 }])
        expectToldOnce(agent, model, 'Fullstop gates this session')
      } finally {
        await editor[Symbol.asyncDispose]()
        await model.close()
        await room.close()
      }
    })
  })
}

interface Staged {
  readonly room: Room
  readonly model: ModelServer
  readonly start: ReturnType<AcpAgentProgram['start']>
}

async function staged(agent: AcpAgentProgram, programs: readonly string[]): Promise<Staged> {
  const room = openRoom({ files: { 'check.sh': 'test "$(cat answer)" = 42\n' } })
  const model = await startModelServer({ script: [], whenExhausted: playing(agent) })
  const start = agent.start(programs, room, model)
  // The person's own file needs no trust.
  writeFiles(room.fullstopHome, { 'config.json': JSON.stringify({ checks: [CHECK] }) })
  return { room, model, start }
}

/**
 * By what the request holds, and not by its number: agents ask for titles and the like in between. Works, stops too early,
 * and claims after the refusal: by the tool where the model is shown it, else by the line that it was told.
 */
function playing({ shell, tool }: AcpAgentProgram): Step {
  return (request) => {
    if (toolsOf(request).length === 0) return say('A title')
    const told = JSON.stringify(request.body.messages)
    if (!told.includes('"tool_use"')) return shell('echo 42 > answer')
    if (!told.includes('FULLSTOP (1/5)')) return say('I stop here.')
    const about = { status: 'success', original_request_summary: 'Write 42.', summary: 'It is written.' }
    if (tool !== undefined) return told.includes('Receipt: clm_') ? say('It is written.') : callTool(tool, about)
    return say(`It is written.\n\n${lastMatch(request, /FULLSTOP_DONE::[\w-]+/) ?? 'no token'}`)
  }
}

function expectToldOnce({ tool }: AcpAgentProgram, model: ModelServer, contract: string): void {
  const requests = model.mainRequests()
  const [first] = requests
  const refused = requests.find((request) => readableText(request).includes('FULLSTOP (1/5)'))
  expect(first && readableText(first)).toContain(contract)
  expect(refused).toBeDefined()
  if (first && tool !== undefined) expect(toolsOf(first)).toContain(tool)
}
