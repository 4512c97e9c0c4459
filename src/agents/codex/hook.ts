// Codex's hook input to our events. Its output is of the same dialect as Claude Code's, but strict: a key more than it
// knows makes the whole answer void. It refuses as often as it is told to, so our own guards are the only end.
import type { Host } from '../../contract/agent/hook-event.ts'
import type { HookCodec } from '../agent.ts'
import { commonEvents, decodeInput, type Dialect, toPrompt, toStop } from '../formats/hook-input.ts'
import { encodeOutput } from '../formats/hook-output.ts'
import { authorOf } from './author.ts'

const dialect: Dialect = {
  promptKey: 'turn_id',
  events: {
    ...commonEvents,
    Stop: (payload, origin) => toStop(payload, origin, { background: [], wakeUps: [] }),
    UserPromptSubmit: (payload, origin) => toPrompt(payload, origin, authorOf),
  },
}

export const hook: HookCodec = {
  decode: (payload) => decodeInput(payload, dialect),
  // Its environment tells nothing; its transcript tells whether a person is there.
  host: (): Host => ({ attended: false, blockCap: 0 }),
  encode: encodeOutput,
}
