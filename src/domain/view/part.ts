// The pieces of a line in a view. A front end chooses colours and widths, and tells moments by the reader's clock.
import { given } from '../../contract/given.ts'

/** Whether a text is good news; absent: neither. */
export type Tone = 'good' | 'warn' | 'bad'

export interface TextPart {
  readonly kind: 'text'
  readonly text: string
  readonly tone?: Tone
}

/** A moment, ISO 8601. */
export interface MomentPart {
  readonly kind: 'moment'
  readonly at: string
}

export type ViewPart = TextPart | MomentPart

export function toText(text: string, tone?: Tone): TextPart {
  return { kind: 'text', text, ...given({ tone }) }
}

export function toMoment(at: string): MomentPart {
  return { kind: 'moment', at }
}
