// The review on the whole terminal, until the person answers or leaves. The one part of the screen with effects: what a key
// means is decided in `step`, what is seen in `drawReview`.
import { given } from '../../../contract/given.ts'
import type { ReviewAnswerKind, ReviewMaterial } from '../../../contract/view/review.ts'
import { editText } from '../../../adapters/platform/terminal/editor.ts'
import { openFullScreen } from '../../../adapters/platform/terminal/full-screen.ts'
import { stringWidth } from '../../../adapters/platform/terminal/window.ts'
import { printable } from '../../../domain/text/printable.ts'
import { viewReview } from '../../../domain/view/review/review.ts'
import type { Context } from '../command.ts'
import { colourRange } from '../screen/colours.ts'
import { type Drawn, drawReview } from './draw.ts'
import type { DrawOptions } from './ink.ts'
import { decodeKeys } from './keys.ts'
import { type CommentPlace, openState } from './state.ts'
import { type ReviewEffect, type ReviewInput, step } from './step.ts'

/** What the person can do, carried out by flows. Each may throw: its message is shown, and the review stays open. */
export interface ReviewActions {
  readonly answer: (answer: GivenAnswer, seen: ReviewMaterial) => Promise<ActionResult>
  /** A draft; one that is there already is replaced. */
  readonly comment: (place: CommentPlace, words: string) => Promise<void>
  readonly removeComment: (id: string) => Promise<void>
  readonly reload: () => Promise<ReviewMaterial>
  /** The end of a log, as much of it as can be shown; nothing if it cannot be read. */
  readonly readLog: (path: string) => string | undefined
  readonly now: () => Date
}

export interface GivenAnswer {
  readonly kind: ReviewAnswerKind
  readonly words?: string
}

/** `refused`: the review stays open and is read again. */
export type ActionResult = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly why: string }

/** Whether the person answered, or left the review waiting. */
export type ReviewEnding = 'answered' | 'left'

const MOST_LOG_LINES = 20_000
const HINT = '# Lines that begin with # are left out.'

export interface ReviewOpening {
  readonly actions: ReviewActions
  /** The review is closed from outside, because it is over or the program ends. */
  readonly signal?: AbortSignal
  /** It opens by itself: whatever the person was typing is not meant for it. */
  readonly isUnasked?: boolean
}

export async function openReview(
  context: Pick<Context, 'env'>,
  material: ReviewMaterial,
  { actions, signal, isUnasked = false }: ReviewOpening,
): Promise<ReviewEnding> {
  return new Promise((resolve, reject) => {
    let seen = material
    let typed = ''
    let drawn: Drawn = { rows: [] }
    const end = (ending: ReviewEnding): void => {
      screen.close()
      signal?.removeEventListener('abort', leave)
      resolve(ending)
    }
    const leave = (): void => end('left')
    const screen = openFullScreen({
      onInput: (text) => {
        const { keys, rest } = decodeKeys(typed + text)
        typed = rest
        for (const key of keys) take({ kind: 'key', key })
      },
      onResize: () => {
        drawn = { rows: [] }
        take({ kind: 'resized', size: screen.size() })
      },
      onEnd: leave,
      // Ages grow while the person reads.
      onTick: () => draw(),
      ...(isUnasked ? { onQuiet: () => take({ kind: 'loaded', view: viewReview(seen) }) } : {}),
    })
    let state = openState(viewReview(material), screen.size())
    const draw = (): void => {
      const next = drawReview(state, lookOf(context, actions.now()))
      const text = toUpdate(drawn, next, screen.size().columns)
      if (text !== '') screen.write(text)
      drawn = next
    }
    const take = (input: ReviewInput): void => {
      try {
        const stepped = step(state, input)
        state = stepped.state
        draw()
        if (stepped.effect) void carryOut(stepped.effect)
      } catch (error) {
        screen.close()
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
    const load = async (said?: string): Promise<void> => {
      seen = await actions.reload()
      take({ kind: 'loaded', view: viewReview(seen), ...given({ said }) })
    }
    const carryOut = async (effect: ReviewEffect): Promise<void> => {
      try {
        switch (effect.kind) {
          case 'quit':
            return leave()
          case 'suspend':
          case 'edit':
            drawn = { rows: [] }
            return await lendTerminal(effect)
          case 'reload':
            return await load('read again')
          case 'comment':
            await actions.comment(effect.place, effect.words)
            return await load('kept as a draft')
          case 'remove-comment':
            await actions.removeComment(effect.id)
            return await load('the draft is deleted')
          case 'read-log':
            return take(readLog(effect, actions))
          case 'approve':
          case 'request-changes':
          case 'stands':
          case 'reject':
          case 'answer': {
            const answered = await actions.answer(effect, seen)
            if (answered.kind === 'done') return end('answered')
            await load()
            return take({ kind: 'failed', text: printable(answered.why) })
          }
        }
      } catch (error) {
        take({ kind: 'failed', text: printable(error instanceof Error ? error.message : String(error)) })
      }
    }
    const lendTerminal = async (effect: Extract<ReviewEffect, { kind: 'suspend' | 'edit' }>): Promise<void> => {
      if (effect.kind === 'suspend') {
        await screen.suspend()
        return take({ kind: 'resized', size: screen.size() })
      }
      let text: string | undefined
      await screen.lend(async () => {
        text = await editText(editorOf(context), `${effect.text}\n\n# ${printable(effect.about)}\n${HINT}\n`)
      })
      take({ kind: 'resized', size: screen.size() })
      take({ kind: 'edited', ...given({ text }, withoutHints) })
    }
    signal?.addEventListener('abort', leave)
    if (signal?.aborted) return leave()
    if (isUnasked) state = { ...state, mode: { kind: 'busy', text: 'keys count once you stop typing' } }
    draw()
  })
}

function readLog({ path, name }: { path: string; name: string }, actions: ReviewActions): ReviewInput {
  const text = actions.readLog(path)
  if (text === undefined) return { kind: 'failed', text: 'the log cannot be read: it may have been removed' }
  return { kind: 'log-read', name, lines: printable(text).trimEnd().split('\n').slice(-MOST_LOG_LINES) }
}

function withoutHints(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim()
}

function editorOf({ env }: Pick<Context, 'env'>): string {
  return env['VISUAL'] || env['EDITOR'] || 'vi'
}

function lookOf({ env }: Pick<Context, 'env'>, now: Date): DrawOptions {
  return {
    nowMs: now.getTime(),
    isPlain: !/utf-?8/i.test(env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || 'UTF-8'),
    colours: colourRange(env),
  }
}

const BEGIN = '\u001b[?2026h'
const END = '\u001b[?2026l'
const CLEAR = '\u001b[2J'

/** Only the rows that changed; all of them where nothing is known of what is there. */
export function toUpdate(before: Drawn, after: Drawn, columns: number): string {
  const rows = after.rows.map((row, index) => {
    if (row === before.rows[index]) return ''
    // In a full row the cursor rests on the last letter: erasing from there would take it.
    return `\u001b[${index + 1};1H${row}${stringWidth(row) < columns ? '\u001b[K' : ''}`
  })
  const clear = before.rows.length === 0 ? CLEAR : ''
  const { cursor } = after
  const place = cursor
    ? `\u001b[${cursor.row + 1};${cursor.column + 1}H\u001b[?25h`
    : before.cursor
      ? '\u001b[?25l'
      : ''
  const text = `${clear}${rows.join('')}${place}`
  return text === '' ? '' : `${BEGIN}${text}${END}`
}
