// Our answers as hook output of the dialect that Claude Code began: at most one JSON object, and exit 0.
import type { HookAnswer, HookOutput } from '../agent.ts'
import { optional } from './hook-input.ts'

export function encodeOutput(answer: HookAnswer): HookOutput {
  switch (answer.kind) {
    case 'silent':
      return { stdout: '', exitCode: 0 }
    case 'refuse':
      return json({ decision: 'block', reason: answer.say, ...optional('systemMessage', answer.tell) })
    case 'tell':
      return json({ systemMessage: answer.line })
    case 'inform':
      return json({
        hookSpecificOutput: {
          hookEventName: answer.at === 'prompt' ? 'UserPromptSubmit' : 'SessionStart',
          additionalContext: answer.text,
        },
        ...optional('systemMessage', answer.tell),
      })
    case 'answer':
      return json({ decision: 'block', reason: answer.text })
  }
}

function json(value: object): HookOutput {
  return { stdout: `${JSON.stringify(value)}\n`, exitCode: 0 }
}
