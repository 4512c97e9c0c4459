// The pieces of a brief that can be made smaller, and how the room is shared among them.
import { quoted } from './content.ts'
import { grouped, headOf, tailOf } from './cut.ts'

export interface Block {
  readonly whole: string
  /** As much as fits into `room` characters with a note of what was left out; empty where that would tell nothing. */
  readonly cut: (room: number) => string
}

/** Less of a text than this tells nothing. */
const LEAST_TEXT = 24
/** A block that needs more is given this much before it is halved: many slivers tell less than a few texts. */
const LEAST_GRANT = 160

export function fitted(block: Block, room: number): string {
  return block.whole.length <= room ? block.whole : block.cut(room)
}

/** A text with every line quoted, cut at its end. */
export function quoteBlock(text: string): Block {
  const lines = text.split('\n')
  const note = charactersLeftOut(text.length)
  return {
    whole: quoted(text),
    cut: (room) => {
      const reach = charactersOf(lines, room - note.length - 2)
      if (reach < LEAST_TEXT) return ''
      const kept = headOf(text, reach)
      return `${quoted(kept)}\n\n${charactersLeftOut(text.length - kept.length)}`
    },
  }
}

/** A text whose end matters: cut at its beginning. */
export function tailBlock(text: string): Block {
  const lines = text.split('\n').reverse()
  const note = charactersLeftOut(text.length)
  return {
    whole: quoted(text),
    cut: (room) => {
      const reach = charactersOf(lines, room - note.length - 2)
      if (reach < LEAST_TEXT) return ''
      const kept = tailOf(text, reach)
      return `${charactersLeftOut(text.length - kept.length)}\n\n${quoted(kept)}`
    },
  }
}

/** One line of a list. */
export function itemBlock(lead: string, text: string): Block {
  const note = charactersLeftOut(text.length)
  return {
    whole: `${lead}${text}`,
    cut: (room) => {
      const reach = room - lead.length - note.length - 1
      if (reach < LEAST_TEXT) return ''
      const kept = headOf(text, reach)
      return `${lead}${kept} ${charactersLeftOut(text.length - kept.length)}`
    },
  }
}

/** Something that is shown whole or not at all. */
export function solidBlock(text: string): Block {
  return { whole: text, cut: () => '' }
}

export interface Group {
  /** Ours, with the line ends after it; always shown. */
  readonly head: string
  /** As printed. */
  readonly blocks: readonly Block[]
  readonly gap: '\n' | '\n\n'
  /** The indexes of the blocks, the most important first; as printed if absent. */
  readonly ranks?: readonly number[]
  /** The note on blocks that were left out, and before which block it stands; last if absent. */
  readonly more: (missing: readonly number[]) => string
  readonly moreAt?: number
}

/** Blocks under a head as one block, so that groups stand in groups. */
export function groupBlock(group: Group): Block {
  const { head, blocks, gap } = group
  const ranks = group.ranks ?? [...blocks.keys()]
  const note = group.more(ranks)
  return {
    whole: head + blocks.map((block) => block.whole).join(gap),
    cut: (room) => {
      const body = room - head.length + gap.length
      const texts = share(blocks, ranks, body, gap.length)
      if (!texts.includes('')) return head + texts.join(gap)
      // The note needs room of its own.
      const fewer = share(blocks, ranks, body - note.length - 4, gap.length)
      return fewer.every((text) => text === '') ? '' : head + withNote(group, fewer)
    },
  }
}

function withNote({ gap, more, moreAt }: Group, texts: readonly string[]): string {
  const missing = [...texts.keys()].filter((index) => texts[index] === '')
  const at = moreAt ?? texts.length
  const shown = (part: readonly string[]): string => part.filter((text) => text !== '').join(gap)
  const note = missing.length > 0 ? more(missing) : ''
  return [shown(texts.slice(0, at)), note, shown(texts.slice(at))].filter((text) => text !== '').join('\n\n')
}

/**
 * In the order of importance each block takes what it needs, but at most half of the remaining room while later blocks
 * need the rest. Room that cutting leaves unused goes to the most important blocks that were cut.
 */
function share(blocks: readonly Block[], ranks: readonly number[], room: number, gap: number): string[] {
  const texts = blocks.map(() => '')
  let left = room
  let rest = blocks.reduce((sum, block) => sum + block.whole.length + gap, 0)
  const place = (index: number, block: Block, most: number): void => {
    const before = texts[index] ?? ''
    const text = fitted(block, most - gap)
    // A group keeps room for its note, so it may show less at exactly the size that it has.
    if (text.length <= before.length) return
    left += sizeOf(before, gap) - sizeOf(text, gap)
    texts[index] = text
  }
  for (const index of ranks) {
    const block = blocks[index]
    if (!block) continue
    rest -= block.whole.length + gap
    place(index, block, Math.min(left, Math.max(Math.floor(left / 2), left - rest, LEAST_GRANT)))
  }
  for (const index of ranks) {
    const block = blocks[index]
    if (block && texts[index] !== block.whole) place(index, block, left + sizeOf(texts[index] ?? '', gap))
  }
  return texts
}

function sizeOf(text: string, gap: number): number {
  return text === '' ? 0 : text.length + gap
}

/** How many characters of these lines fit into `room` once each line is quoted. */
function charactersOf(lines: readonly string[], room: number): number {
  let used = 0
  let characters = 0
  for (const [index, line] of lines.entries()) {
    const end = index === 0 ? 0 : 1
    const cost = end + line.length + (line === '' ? 1 : 2)
    const part = room - used - end - 2
    if (used + cost > room) return part > 0 ? characters + end + part : characters
    used += cost
    characters += end + line.length
  }
  return characters
}

function charactersLeftOut(count: number): string {
  return `[… ${grouped(count)} character${count === 1 ? '' : 's'} left out]`
}
