// The receipt that every answer of our tools and of `fullstop claim` ends with: by it a call is known again.
import type { Receipt } from '../../contract/agent/entry.ts'

const RECEIPT = /\b((?:clm|ctx)_[0-9a-z]{16}) for ([A-Za-z0-9][A-Za-z0-9._:-]{0,127})/g

export function receiptText({ id, task }: Receipt): string {
  return `Receipt: ${id} for ${task}`
}

/** The last one: a command may have printed others before it. */
export function receiptIn(text: string): Receipt | undefined {
  if (!text.includes('clm_') && !text.includes('ctx_')) return undefined
  const [, id, task] = [...text.matchAll(RECEIPT)].at(-1) ?? []
  return id === undefined || task === undefined ? undefined : { id, task }
}
