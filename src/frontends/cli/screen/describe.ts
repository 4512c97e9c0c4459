// Events and other views as text for the terminal.
import type { Event } from '../../../contract/event.ts'
import { viewEvent } from '../../../domain/view/event.ts'
import type { ViewPart } from '../../../domain/view/part.ts'
import { type Style, timeOfDay } from './style.ts'

export interface Described {
  /** One word for the first column. */
  readonly label: string
  readonly text: string
  /** Lines that belong below it. */
  readonly details: readonly string[]
}

export function describe(event: Event, style: Style): Described {
  const { subject, parts, details } = viewEvent(event)
  return { label: subject, text: drawParts(parts, style), details }
}

export function drawParts(parts: readonly ViewPart[], style: Style): string {
  return parts.map((part) => drawPart(part, style)).join('')
}

function drawPart(part: ViewPart, style: Style): string {
  if (part.kind === 'moment') return timeOfDay(part.at)
  return part.tone === undefined ? part.text : style[part.tone](part.text)
}
