// A prompt that is just `fullstop on|off|strict|pause|cancel|status` is an order to us, not a request to the agent.

const ORDER = /^\s*fullstop\s+(on|off|strict|pause|cancel|status)\s*$/i
const LOOSENS: readonly string[] = ['off', 'pause', 'cancel']

export function orderIn(prompt: string): string | undefined {
  if (prompt.length > 100 || !prompt.toLowerCase().includes('fullstop')) return undefined
  return ORDER.exec(prompt)?.[1]?.toLowerCase()
}

/** It lets stops pass that would be refused without it. */
export function loosens(order: string): boolean {
  return LOOSENS.includes(order)
}
