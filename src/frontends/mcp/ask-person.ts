// A question to the person at the client, by MCP elicitation: a form with the answers, then one for words where the answer
// needs them. Some clients cannot send a form with an empty field, so no field is left to be empty.
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { type ElicitRequestFormParams, type ElicitResult, EmptyResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { TASK_META } from './late-answers.ts'
import type { AskPerson, ScreenAnswer, ScreenQuestion } from '../../flows/review/ask-on-screen.ts'

type Form = ElicitRequestFormParams['requestedSchema']

/** Some clients choose the first beforehand: an Enter meant for something else must not approve. */
const ANSWERS: Readonly<Record<string, ScreenAnswer['kind']>> = {
  'request changes': 'request-changes',
  approve: 'approve',
  'the check stands': 'stands',
  reject: 'reject',
}

/** What is asked after the answer. */
const WORDS: Readonly<Partial<Record<ScreenAnswer['kind'], string>>> = {
  'request-changes': 'What is to be changed? The agent reads your words.',
  reject: 'Why is it rejected?',
}

const WORDS_FORM: Form = {
  type: 'object',
  properties: { words: { type: 'string', title: 'Words' } },
  required: ['words'],
}

/** Long enough to be read; nobody waits for it. */
const READ_MS = 10 * 60 * 1000
const READ_FORM: Form = {
  type: 'object',
  properties: { read: { type: 'string', title: 'Read', enum: ['ok'] } },
  required: ['read'],
}

/** A form that says something and asks nothing: a server has no other way to reach the person. Never rejects. */
export async function tellPerson(server: Server, message: string): Promise<void> {
  // Closed unread, or the client is gone: there is nobody else to tell.
  await server.elicitInput({ message, requestedSchema: READ_FORM }, { timeout: READ_MS }).catch(() => undefined)
}

/** Undefined: the client cannot ask. */
export function personAt(server: Server, signal: AbortSignal): AskPerson | undefined {
  if (!server.getClientCapabilities()?.elicitation?.form) return undefined
  return async (question) => {
    const { withinMs: timeout, task } = question
    const over = AbortSignal.timeout(timeout)
    // Past its time the library takes the question back.
    const options = { timeout, signal: AbortSignal.any([signal, over]) }
    const ask = (message: string, requestedSchema: Form): Promise<ElicitResult> =>
      server.elicitInput({ message, requestedSchema, _meta: { [TASK_META]: task } }, options)
    // Clients of the same library overlook that their request number 0 is taken back, so that one asks nothing.
    void server.request({ method: 'ping' }, EmptyResultSchema, options).catch(() => undefined)
    try {
      return (await answerBy(question, ask)) ?? 'no-answer'
    } catch {
      // Out of time, taken back, or no answer that fits the form: as if nobody had been asked.
      return over.aborted ? 'out-of-time' : 'no-answer'
    }
  }
}

async function answerBy(
  question: ScreenQuestion,
  ask: (message: string, form: Form) => Promise<ElicitResult>,
): Promise<ScreenAnswer | undefined> {
  const answer = fieldOf(await ask(question.text, answersFor(question)), 'answer')
  const kind = answer === undefined ? undefined : ANSWERS[answer]
  const asked = kind && WORDS[kind]
  if (kind === undefined || asked === undefined) return kind && { kind }
  const words = fieldOf(await ask(asked, WORDS_FORM), 'words')
  return words === undefined ? undefined : { kind, words }
}

function answersFor({ isDisputed }: ScreenQuestion): Form {
  const answers = Object.keys(ANSWERS).filter((answer) => isDisputed || ANSWERS[answer] !== 'stands')
  return {
    type: 'object',
    properties: { answer: { type: 'string', title: 'Answer', enum: answers } },
    required: ['answer'],
  }
}

/** Undefined: declined, cancelled, or sent without the field. */
function fieldOf({ action, content }: ElicitResult, name: string): string | undefined {
  const value = action === 'accept' ? content?.[name] : undefined
  return typeof value === 'string' ? value : undefined
}
