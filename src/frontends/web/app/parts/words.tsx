// Small pieces of text that all pages use: states, moments, sentences in parts. Everything becomes a text node.
import { ageText, now, timeOfDay, wholeMoment } from '../clock.ts'
import type { RequestRefused } from '../api.ts'
import type { TaskItem, Tone, ViewPart } from '../values.ts'

export function Age({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={wholeMoment(at)}>
      {ageText(at, now.value)}
    </time>
  )
}

export function Ago({ at }: { readonly at: string }) {
  const text = ageText(at, now.value)
  return (
    <time dateTime={at} title={wholeMoment(at)}>
      {text === 'just now' ? text : `${text} ago`}
    </time>
  )
}

export function State({ task }: { readonly task: Pick<TaskItem, 'state' | 'tone' | 'isOpen' | 'waits'> }) {
  return <span class={`chip ${toneOfTask(task)}`}>{task.state.replaceAll('-', ' ')}</span>
}

function toneOfTask({ tone, isOpen, waits }: Pick<TaskItem, 'tone' | 'isOpen' | 'waits'>): string {
  if (waits) return 'warn'
  return isOpen ? 'working' : (tone ?? '')
}

export function Parts({ parts }: { readonly parts: readonly ViewPart[] }) {
  return (
    <>
      {parts.map((part, index) =>
        part.kind === 'moment' ? (
          <time key={index} dateTime={part.at} title={wholeMoment(part.at)}>
            {timeOfDay(part.at)}
          </time>
        ) : part.tone === undefined ? (
          part.text
        ) : (
          <span key={index} class={part.tone}>
            {part.text}
          </span>
        ),
      )}
    </>
  )
}

export function ToneMark({ tone, text }: { readonly tone?: Tone | undefined; readonly text: string }) {
  return <span class={`mark ${tone ?? ''}`}>{text}</span>
}

export function Trouble({ error }: { readonly error: RequestRefused }) {
  return (
    <p class="trouble bad" role="alert">
      {error.message}
      {error.next === undefined ? '' : ` ${error.next}`}
    </p>
  )
}

/** `1 file`, `2 files`. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
}
