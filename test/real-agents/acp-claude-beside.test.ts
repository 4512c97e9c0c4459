// The gate of an editor with the real Claude Code behind it, in company: with work that runs beside the turn, and with our
// hook installed in the same agent.
import { expect, test } from 'bun:test'
import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { editorOf } from '../e2e/acp-editor.ts'
import { callTool, textsOf } from '../model-server/script.ts'
import { until } from '../until.ts'
import { claude, programsOf } from './acp-agents.ts'
import { openGate } from './acp-gate-stories.ts'
import { type AcpStage, afterClaim, claims, REQUEST, staged } from './acp.suite.ts'
import { binary, decisionsIn, outcomesIn, pathWithFullstop } from './gate.ts'

const programs = await programsOf(claude)
const why = typeof programs === 'string' ? ` (skipped: ${programs})` : ''
const withClaude = (play: (stage: AcpStage) => Promise<void>) => async () =>
  staged(claude, programs as readonly string[], play)

test.skipIf(why !== '')(
  `an agent that ends its turn while a command of its own runs is left alone, and sent back once it has ended${why}`,
  withClaude(async (stage) => {
    const { room, says, asked } = stage
    await using editor = openGate(stage)
    const session = await editor.open(room.cwd)
    const waits = `until test -e '${room.root}/go'; do sleep 0.1; done; echo built`
    says(callTool('Bash', { command: waits, description: 'Build', run_in_background: true }), 'The build runs, I wait.')
    expect((await editor.prompt(session, REQUEST)).result?.stopReason).toBe('end_turn')
    expect(decisionsIn(room)).toEqual(['allow 10 background-work'])
    expect(editor.ours().filter(({ about }) => about['continuation'] !== undefined)).toEqual([])
    expect(asked()).toHaveLength(2)

    // Told by the agent itself, outside of any turn.
    says('The build is over.')
    writeFileSync(join(room.root, 'go'), '')
    await until(() => editor.words(session).includes('The build is over.'))
    says(claude.shell('echo 41 > answer'), 'I stop here.')
    says(claude.shell('echo 42 > answer'), claims(claude), ...afterClaim(claude))
    expect((await editor.prompt(session, 'Go on, please.')).result?.stopReason).toBe('end_turn')
    expect(editor.ours()[0]?.about).toEqual({ continuation: 1 })
    expect(outcomesIn(room)).toEqual(['completed'])
  }),
)

test.skipIf(why !== '')(
  `where our hook is installed too, the gate alone decides and the model is told one thing${why}`,
  withClaude(async (stage) => {
    const { room, says, asked } = stage
    const env = { ...stage.env, PATH: pathWithFullstop(room) }
    const init = spawnSync(binary, ['init', '--yes', '--agent', 'claude'], { cwd: room.cwd, env, encoding: 'utf8' })
    expect(init.status, init.stderr).toBe(0)
    {
      // Without the gate it is the hook that decides: it is there, and the agent calls it.
      const [program = '', ...args] = stage.argv
      const mode = { FULLSTOP_MODE: 'strict' }
      await using alone = editorOf(spawn(program, args, { cwd: room.cwd, env: { ...env, ...mode }, stdio: 'pipe' }))
      alone.permission = 'allow_once'
      const session = await alone.open(room.cwd)
      says(claude.shell('echo 41 > answer'), 'I stop here.', 'Which answer do you want?')
      await alone.prompt(session, REQUEST)
      expect(decisionsIn(room)[0]).toBe('continue 11 no-claim')
    }
    const before = { decisions: decisionsIn(room).length, asked: asked().length }
    await using editor = openGate({ ...stage, env })
    const session = await editor.open(room.cwd)
    says(claude.shell('echo 41 > answer'), 'I stop here.', claude.shell('echo 42 > answer'), claims(claude))
    says(...afterClaim(claude))
    expect((await editor.prompt(session, REQUEST)).result?.stopReason).toBe('end_turn')
    expect(decisionsIn(room).slice(before.decisions)).toEqual(['continue 11 no-claim', 'allow 4 checks-passed'])
    expect(outcomesIn(room).at(-1)).toBe('completed')
    const told = asked()
      .slice(before.asked)
      .map((request) => textsOf(request, 'user').filter((text) => text.includes('FULLSTOP (1/5)')).length)
    expect(told).toEqual([0, 0, 1, 1, 1])
  }),
)
