// Screens of a terminal as one moving SVG: what `tmux capture-pane -e` prints, frame by frame, to lines that are shown and
// hidden by CSS. Pure: recording is left to `picture.ts`.

export interface Frame {
  /** Since the beginning. */
  readonly atMs: number
  /** Lines with SGR sequences. */
  readonly lines: readonly string[]
}

export interface Theme {
  readonly background: string
  readonly border: string
  readonly foreground: string
  readonly dim: string
  /** Red, green, yellow, blue, magenta, cyan: the numbers 1 to 6 of every terminal, which a theme may choose. */
  readonly colours: readonly [string, string, string, string, string, string]
}

export const DARK: Theme = {
  background: '#0d1117',
  border: '#30363d',
  foreground: '#e6edf3',
  dim: '#8b949e',
  colours: ['#ff7b72', '#3fb950', '#d29922', '#79c0ff', '#d2a8ff', '#56d4dd'],
}

export const LIGHT: Theme = {
  background: '#ffffff',
  border: '#d0d7de',
  foreground: '#1f2328',
  dim: '#656d76',
  colours: ['#cf222e', '#1a7f37', '#9a6700', '#0969da', '#8250df', '#1b7c83'],
}

const CHARACTER = 8.4
const LINE = 19
const EDGE = 16
/** How long the last screen stays before it begins again. */
const HOLD_MS = 6000

interface Span {
  readonly column: number
  readonly text: string
  readonly style: string
}

export function toSvg(frames: readonly Frame[], { columns, theme }: { columns: number; theme: Theme }): string {
  const rows = Math.max(...frames.map(({ lines }) => lines.length))
  const width = Math.round(columns * CHARACTER + 2 * EDGE)
  const height = rows * LINE + 2 * EDGE
  const total = (frames.at(-1)?.atMs ?? 0) + HOLD_MS
  const known = new Map<string, string>()
  const shown = frames.map(({ lines }, index) => {
    const uses = lines.flatMap((line, row) => {
      if (plain(line).trim() === '') return []
      const id = known.get(line) ?? `l${known.size}`
      known.set(line, id)
      return [`<use href="#${id}" y="${EDGE + row * LINE}"/>`]
    })
    return `<g class="f${index === frames.length - 1 ? ' last' : ''}" style="animation-name:k${index}">${uses.join('')}</g>`
  })
  const keys = frames.map(({ atMs }, index) => {
    const from = share(atMs, total)
    const to = share(frames[index + 1]?.atMs ?? total, total)
    const before = index === 0 ? '' : '0%{visibility:hidden}'
    return `@keyframes k${index}{${before}${from}%{visibility:visible}${to < 100 ? `${to}%{visibility:hidden}` : ''}}`
  })
  const texts = [...known].map(([line, id]) => `<text id="${id}" y="14">${toSpans(line).map(toTspan).join('')}</text>`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>fullstop run, recorded from npm run try</title>`,
    `<style>text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:14px;fill:${theme.foreground}}`,
    `.d{fill:${theme.dim}}.b{font-weight:600}${fills(texts.join(''), theme)}`,
    `.f{visibility:hidden;animation:${(total / 1000).toFixed(1)}s step-end infinite}.last{visibility:visible}`,
    `@media (prefers-reduced-motion:reduce){.f{animation:none}}`,
    ...keys,
    `</style>`,
    `<defs>`,
    ...texts,
    `</defs>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="${theme.background}" stroke="${theme.border}"/>`,
    ...shown,
    `</svg>`,
    '',
  ].join('\n')
}

/** A rule for each colour that is used. */
function fills(body: string, { colours }: Theme): string {
  const used = new Set([...body.matchAll(/\bclass="c(\d+)/g)].map(([, colour]) => Number(colour)))
  return [...used]
    .toSorted((one, other) => one - other)
    .map((colour) => `.c${colour}{fill:${colours[colour - 1] ?? `#${hexOf(colour)}`}}`)
    .join('')
}

/** Those above 15, which are the same in all terminals: a cube of six steps, then greys. */
export function hexOf(colour: number): string {
  const two = (value: number): string => value.toString(16).padStart(2, '0')
  if (colour >= 232) return two(8 + (colour - 232) * 10).repeat(3)
  const step = (nth: number): string => two([0, 95, 135, 175, 215, 255][nth] ?? 0)
  const at = colour - 16
  return `${step(Math.floor(at / 36))}${step(Math.floor(at / 6) % 6)}${step(at % 6)}`
}

function share(ms: number, total: number): number {
  return Math.round((ms / total) * 10_000) / 100
}

function toTspan({ column, text, style }: Span): string {
  const x = (EDGE + column * CHARACTER).toFixed(1)
  return `<tspan x="${x}"${style === '' ? '' : ` class="${style}"`}>${escaped(text)}</tspan>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

// eslint-disable-next-line no-control-regex -- escape sequences begin with that character
const SGR = /\u001b\[([\d;]*)m/

/** tmux says a style only where it changes, also from one line to the next: here each line says its own. */
export function standalone(lines: readonly string[]): string[] {
  let before = ''
  return lines.map((line) => {
    const whole = before + line
    const sequences = whole.match(new RegExp(SGR, 'g')) ?? []
    const reset = sequences.findLastIndex((each) => /^.\[(?:0?m|0;)/.test(each))
    before = sequences
      .slice(reset === -1 ? 0 : reset)
      .filter((each) => !/^.\[0?m$/.test(each))
      .join('')
    return whole
  })
}

function toSpans(line: string): Span[] {
  const spans: Span[] = []
  let column = 0
  let style = { colour: '', isBold: false, isDim: false }
  for (const [index, part] of line.split(SGR).entries()) {
    if (index % 2 === 1) {
      style = codesOf(part).reduce(withCode, style)
      continue
    }
    const classes = [style.isDim ? 'd' : style.colour, style.isBold ? 'b' : ''].filter((each) => each !== '').join(' ')
    // Each group of words has its place, so that columns stay in line whatever the font.
    for (const group of part.matchAll(/\S+(?: \S+)*/g))
      spans.push({ column: column + lengthOf(part.slice(0, group.index)), text: group[0], style: classes })
    column += lengthOf(part)
  }
  return spans
}

/** In characters, not in the units of a string. */
function lengthOf(text: string): number {
  return Array.from(text).length
}

type Style = { colour: string; isBold: boolean; isDim: boolean }

/** `38;5;N`, a colour of the 256, is one code. */
function codesOf(sequence: string): string[] {
  return [...sequence.matchAll(/38;5;\d+|\d*/g)].map(([code]) => code).filter((code, nth) => code !== '' || nth === 0)
}

/** Throws for what it does not know: a picture without its colours would pass for one. */
function withCode(style: Style, code: string): Style {
  const of256 = /^38;5;(\d+)$/.exec(code)?.[1]
  const number = Number(of256 ?? code)
  if (of256 !== undefined && (number >= 16 || isHue(number))) return { ...style, colour: `c${number}` }
  if (number === 0) return { colour: '', isBold: false, isDim: false }
  if (number === 1) return { ...style, isBold: true }
  if (number === 2 || number === 90) return { ...style, isDim: true }
  if (number === 22) return { ...style, isBold: false, isDim: false }
  if (number === 39) return { ...style, colour: '', isDim: false }
  // The background that it always has.
  if (number === 49) return style
  const colour = number >= 91 ? number - 90 : number - 30
  if (of256 === undefined && isHue(colour)) return { ...style, colour: `c${colour}` }
  throw new Error(`no picture knows the escape sequence ${code}`)
}

function isHue(colour: number): boolean {
  return colour >= 1 && colour <= 6
}

function plain(line: string): string {
  return line
    .split(SGR)
    .filter((_, index) => index % 2 === 0)
    .join('')
}

/** The last screen of such a picture as text, one string a line, blank lines left out. */
export function lastScreen(svg: string): string[] {
  return lastLines(svg).map(words)
}

/** The classes of each of its lines: what has a colour, is bold or dim. */
export function lastStyles(svg: string): string[][] {
  return lastLines(svg).map((body) =>
    [...body.matchAll(/<tspan x="[^"]*"(?: class="([^"]*)")?/g)].map(([, style = '']) => style),
  )
}

function lastLines(svg: string): string[] {
  const lines = new Map(
    [...svg.matchAll(/<text id="(l\d+)"[^>]*>(.*)<\/text>/g)].map(([, id = '', body = '']) => [id, body]),
  )
  const last = /<g class="f last".*?<\/g>/.exec(svg)?.[0] ?? ''
  return [...last.matchAll(/href="#(l\d+)"/g)].map(([, id = '']) => lines.get(id) ?? '')
}

function words(body: string): string {
  return body
    .replaceAll(/<\/tspan>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
