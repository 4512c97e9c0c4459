// Our own words and the person's, taken out of what the assistant said: an echo of either is not a claim.

/** A refusal of ours, wherever it stands, from its head to its last way out and the output that it quotes. */
const OUR_REFUSAL =
  /(?:Stop hook feedback:\s*)?FULLSTOP \(\d+(?:\/\d+)?\)[\s\S]{0,1500}?\n[^\n]*Stuck: [^\n]*(?:\n\|(?: [^\n]*)?(?=\n|$))*/g
/** A line that we quoted, behind whatever marks of quotation the assistant put before it. */
const QUOTED_LINE = /^[\s>]*(\|(?: .*)?)$/

export function withoutEcho(text: string, texts: readonly (string | undefined)[]): string {
  const known = texts.filter((own): own is string => own !== undefined && own.trim().includes('\n'))
  const stripped = known.reduce((rest, own) => rest.replaceAll(own.trim(), '[echo]'), text)
  const rest = stripped.includes('FULLSTOP (') ? stripped.replace(OUR_REFUSAL, '[echo]') : stripped
  return withoutQuoted(rest, known)
}

/** Output of a check is no claim of the agent, also when it is repeated line by line. */
function withoutQuoted(text: string, own: readonly string[]): string {
  if (!text.includes('|')) return text
  const quoted = new Set(own.flatMap((one) => one.split('\n').flatMap((line) => QUOTED_LINE.exec(line)?.[1] ?? [])))
  if (quoted.size === 0) return text
  return text
    .split('\n')
    .map((line) => (quoted.has(QUOTED_LINE.exec(line.trimEnd())?.[1] ?? '') ? '[echo]' : line))
    .join('\n')
}

/**
 * The output of a program without our own text that it was sent. Some programs print their input back, wrapped at other
 * places and behind marks of their own. White space and drawing characters are ignored.
 */
export function withoutSent(output: string, sent: string): string {
  const wanted = sent.replaceAll(DRAWN, '')
  if (wanted.length < LEAST_SENT) return output
  const kept: { at: number }[] = []
  let bare = ''
  for (let at = 0; at < output.length; at++) {
    const character = output[at] ?? ''
    if (DRAWN_ONE.test(character)) continue
    bare += character
    kept.push({ at })
  }
  let rest = ''
  let from = 0
  for (let found = bare.indexOf(wanted); found >= 0; found = bare.indexOf(wanted, found + wanted.length)) {
    rest += `${output.slice(from, kept[found]?.at)}[echo]`
    from = (kept[found + wanted.length - 1]?.at ?? output.length) + 1
  }
  return rest + output.slice(from)
}

/** A word or two may well be said by the agent itself. */
const LEAST_SENT = 40
const DRAWN = /[\s>│┃|▌❯»·]/g
const DRAWN_ONE = /[\s>│┃|▌❯»·]/
