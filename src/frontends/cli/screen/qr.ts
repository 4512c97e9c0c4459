// A QR code of a short text (ISO/IEC 18004: bytes, error correction L, versions 1 to 10), as modules and as lines for a
// terminal. Written here because all that is needed is one mode and one level; a package would bring images and canvases.

/** True: a dark module. */
export type QrCode = readonly (readonly boolean[])[]

/** Of each version from 1 on, for level L: bytes of data in each block, and bytes of correction for each. */
const BLOCKS: readonly (readonly [data: readonly number[], correction: number])[] = [
  [[19], 7],
  [[34], 10],
  [[55], 15],
  [[80], 20],
  [[108], 26],
  [[68, 68], 18],
  [[78, 78], 20],
  [[97, 97], 24],
  [[116, 116], 30],
  [[68, 68, 69, 69], 18],
]
/** Centres of the small squares, of each version. */
const ALIGNED: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
]
const LEVEL_L = 1

/** Undefined: the text is too long. */
export function encodeQr(text: string): QrCode | undefined {
  const bytes = [...new TextEncoder().encode(text)]
  const version = BLOCKS.findIndex(([data], index) => bitsFor(bytes.length, index + 1) <= 8 * sum(data)) + 1
  if (version === 0) return undefined
  const codewords = toCodewords(bytes, version)
  const drawn = MASKS.map((mask, number) => draw({ version, codewords, mask, number }))
  return drawn.reduce((best, next) => (penaltyOf(next) < penaltyOf(best) ? next : best))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

function lengthBits(version: number): number {
  return version < 10 ? 8 : 16
}

function bitsFor(bytes: number, version: number): number {
  return 4 + lengthBits(version) + 8 * bytes
}

/** Data and correction, in the order in which they are drawn. */
function toCodewords(bytes: readonly number[], version: number): number[] {
  const [sizes, correction] = BLOCKS[version - 1] ?? [[], 0]
  const capacity = sum(sizes)
  const bits: number[] = []
  const push = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
  }
  push(4, 4)
  push(bytes.length, lengthBits(version))
  for (const byte of bytes) push(byte, 8)
  push(0, Math.min(4, capacity * 8 - bits.length))
  while (bits.length % 8 !== 0) bits.push(0)
  const data = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  )
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad)
  let from = 0
  const blocks = sizes.map((size) => data.slice(from, (from += size)))
  return [...interleaved(blocks), ...interleaved(blocks.map((block) => correctionOf(block, correction)))]
}

function interleaved(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length))
  return Array.from({ length: longest }, (_, at) => blocks.flatMap((block) => block.slice(at, at + 1))).flat()
}

/** The remainder of the block by the generator polynomial, over GF(256) with 0x11d. */
function correctionOf(block: readonly number[], count: number): number[] {
  let generator = [1]
  for (let root = 1, step = 0; step < count; step++, root = times(root, 2)) {
    const next = Array.from({ length: generator.length + 1 }, () => 0)
    for (const [at, value] of generator.entries()) {
      next[at] = (next[at] ?? 0) ^ value
      next[at + 1] = (next[at + 1] ?? 0) ^ times(value, root)
    }
    generator = next
  }
  const rest = [...block, ...Array.from({ length: count }, () => 0)]
  for (let at = 0; at < block.length; at++) {
    const factor = rest[at] ?? 0
    for (const [nth, value] of generator.entries()) rest[at + nth] = (rest[at + nth] ?? 0) ^ times(value, factor)
  }
  return rest.slice(block.length)
}

function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if ((b >> bit) & 1) product ^= a
  }
  return product & 0xff
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

interface Drawing {
  readonly version: number
  readonly codewords: readonly number[]
  readonly mask: (x: number, y: number) => boolean
  readonly number: number
}

function draw({ version, codewords, mask, number }: Drawing): QrCode {
  const size = 17 + 4 * version
  const modules: (boolean | undefined)[][] = Array.from({ length: size }, () =>
    Array.from({ length: size }, () => undefined),
  )
  const set = (x: number, y: number, isDark: boolean): void => {
    const row = modules[y]
    if (row && x >= 0 && x < size) row[x] = isDark
  }
  drawPatterns(set, version, size)
  drawFormat(set, number, size)
  if (version >= 7) drawVersion(set, version, size)
  drawData(modules, codewords, mask)
  return modules.map((row) => row.map((module) => module === true))
}

type SetModule = (x: number, y: number, isDark: boolean) => void

function drawPatterns(set: SetModule, version: number, size: number): void {
  for (let at = 0; at < size; at++) {
    set(at, 6, at % 2 === 0)
    set(6, at, at % 2 === 0)
  }
  const corners = [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const
  for (const [x, y] of corners) square(set, { x, y, radius: 4, isDark: (away) => away !== 2 && away !== 4 })
  const centres = ALIGNED[version - 1] ?? []
  const last = centres.at(-1)
  for (const x of centres) {
    for (const y of centres) {
      const isCorner = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6)
      if (!isCorner) square(set, { x, y, radius: 2, isDark: (away) => away !== 1 })
    }
  }
}

interface Square {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly isDark: (away: number) => boolean
}

function square(set: SetModule, { x, y, radius, isDark }: Square): void {
  for (let down = -radius; down <= radius; down++) {
    for (let right = -radius; right <= radius; right++) {
      set(x + right, y + down, isDark(Math.max(Math.abs(right), Math.abs(down))))
    }
  }
}

/** Level and mask, with their own correction, twice. */
function drawFormat(set: SetModule, mask: number, size: number): void {
  const format = (LEVEL_L << 3) | mask
  const bits = ((format << 10) | remainderOf(format, 10, 0x537)) ^ 0x5412
  const bit = (at: number): boolean => ((bits >> at) & 1) === 1
  for (let at = 0; at < 6; at++) set(8, at, bit(at))
  set(8, 7, bit(6))
  set(8, 8, bit(7))
  set(7, 8, bit(8))
  for (let at = 9; at < 15; at++) set(14 - at, 8, bit(at))
  for (let at = 0; at < 8; at++) set(size - 1 - at, 8, bit(at))
  for (let at = 8; at < 15; at++) set(8, size - 15 + at, bit(at))
  set(8, size - 8, true)
}

function drawVersion(set: SetModule, version: number, size: number): void {
  const bits = (version << 12) | remainderOf(version, 12, 0x1f25)
  for (let at = 0; at < 18; at++) {
    const isDark = ((bits >> at) & 1) === 1
    const [far, near] = [size - 11 + (at % 3), Math.floor(at / 3)]
    set(far, near, isDark)
    set(near, far, isDark)
  }
}

function remainderOf(value: number, bits: number, generator: number): number {
  let rest = value
  for (let at = 0; at < bits; at++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * generator)
  return rest
}

/** In columns of two, from the right, up and down in turns. */
function drawData(
  modules: (boolean | undefined)[][],
  codewords: readonly number[],
  mask: (x: number, y: number) => boolean,
): void {
  const size = modules.length
  let bit = 0
  for (let right = size - 1, turn = 0; right >= 1; right -= 2, turn++) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = turn % 2 === 0 ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        const row = modules[y]
        if (!row || row[x] !== undefined) continue
        const isSet = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1
        bit++
        row[x] = isSet !== mask(x, y)
      }
    }
  }
}

/** How hard it is to read; the mask with the least is taken. Any mask is valid. */
function penaltyOf(code: QrCode): number {
  const size = code.length
  const columns = code.map((_, x) => code.map((row) => row[x] === true))
  const lines = [...code, ...columns].map((line) => line.map((isDark) => (isDark ? '1' : '0')).join(''))
  const runs = lines.flatMap((line) => line.match(/0{5,}|1{5,}/g) ?? []).map((run) => run.length - 2)
  const finders = lines.flatMap((line) => line.match(/(?=0000101110|1011101000)/g) ?? []).length * 40
  let blocks = 0
  for (let y = 0; y + 1 < size; y++) {
    for (let x = 0; x + 1 < size; x++) {
      const one = code[y]?.[x]
      if (one === code[y]?.[x + 1] && one === code[y + 1]?.[x] && one === code[y + 1]?.[x + 1]) blocks += 3
    }
  }
  const dark = code.flat().filter(Boolean).length / (size * size)
  return sum(runs) + finders + blocks + Math.floor(Math.abs(dark * 100 - 50) / 5) * 10
}

const QUIET = 2

/** Two rows of modules in each line. Light on dark, as terminals mostly are: readers take either. */
export function drawQr(code: QrCode): string[] {
  const size = code.length
  const isLight = (x: number, y: number): boolean => code[y]?.[x] !== true
  const lines: string[] = []
  for (let y = -QUIET; y < size + QUIET; y += 2) {
    let line = ''
    for (let x = -QUIET; x < size + QUIET; x++) {
      const [upper, lower] = [isLight(x, y), y + 1 < size + QUIET && isLight(x, y + 1)]
      line += upper ? (lower ? '█' : '▀') : lower ? '▄' : ' '
    }
    lines.push(line)
  }
  return lines
}
