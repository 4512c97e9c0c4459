// Our own words and the person's, taken out of what the assistant said: an echo of either is not a claim.

/** A refusal of ours, wherever it stands, from its head to its last way out. */
const OUR_REFUSAL = /(?:Stop hook feedback:\s*)?FULLSTOP \(\d+(?:\/\d+)?\)[\s\S]{0,1500}?\n[^\n]*Stuck: [^\n]*/g

export function withoutEcho(text: string, texts: readonly (string | undefined)[]): string {
  const known = texts.filter((own): own is string => own !== undefined && own.trim().includes('\n'))
  const stripped = known.reduce((rest, own) => rest.replaceAll(own.trim(), '[echo]'), text)
  return stripped.includes('FULLSTOP (') ? stripped.replace(OUR_REFUSAL, '[echo]') : stripped
}
