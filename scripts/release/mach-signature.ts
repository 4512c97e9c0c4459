// The signature in a macOS program: whether it fits the content, and a new one that does. macOS kills a program whose
// signature does not fit, and a cross build cannot try that. Who signed is not asked: an ad-hoc signature, which names
// nobody, is enough to run.
import { createHash } from 'node:crypto'

export type Signature = 'valid' | 'broken' | 'none'

const SEGMENT = 0x19
const CODE_SIGNATURE = 0x1d
const SUPER_BLOB = 0xfade0cc0
const SUPER_BLOB_SIZE = 20
const CODE_DIRECTORY = 0xfade0c02
const CODE_DIRECTORY_SIZE = 88
const WITH_EXECUTABLE_SEGMENT = 0x20400
const AD_HOC_BY_LINKER = 0x20002
const SHA256 = { kind: 2, size: 32 }
const PAGE_BITS = 12
const PAGE = 2 ** PAGE_BITS

export function signatureOf(file: Buffer): Signature {
  const command = commandsOf(file).find(({ kind }) => kind === CODE_SIGNATURE)
  if (!command) return 'none'
  const start = file.readUInt32LE(command.at + 8)
  const directory = codeDirectory(file.subarray(start, start + file.readUInt32LE(command.at + 12)))
  return directory && fits(file, directory) ? 'valid' : 'broken'
}

/** The same program with an ad-hoc signature in place of the one that it has; undefined if it has none to replace. */
export function signed(file: Buffer, identifier: string): Buffer | undefined {
  const commands = commandsOf(file)
  const command = commands.find(({ kind }) => kind === CODE_SIGNATURE)
  const segment = (name: string): Command | undefined =>
    commands.find(
      ({ kind, at }) => kind === SEGMENT && file.toString('latin1', at + 8, at + 24) === name.padEnd(16, '\0'),
    )
  const links = segment('__LINKEDIT')
  const text = segment('__TEXT')
  if (!command || !links || !text) return undefined

  const start = file.readUInt32LE(command.at + 8)
  const name = Buffer.from(`${identifier}\0`)
  const pages = Math.ceil(start / PAGE)
  const size = SUPER_BLOB_SIZE + CODE_DIRECTORY_SIZE + name.length + pages * SHA256.size
  const made = Buffer.alloc(start + size)
  file.copy(made, 0, 0, start)
  // The headers stand on the first page: they are part of what is signed.
  const linksSize = start + size - Number(file.readBigUInt64LE(links.at + 40))
  made.writeUInt32LE(size, command.at + 12)
  made.writeBigUInt64LE(BigInt(linksSize), links.at + 48)
  made.writeBigUInt64LE(BigInt(Math.ceil(linksSize / PAGE) * PAGE), links.at + 32)

  const blob = made.subarray(start)
  writeNumbers(blob, 0, [SUPER_BLOB, size, 1, 0, SUPER_BLOB_SIZE])
  const directory = blob.subarray(SUPER_BLOB_SIZE)
  const hashes = CODE_DIRECTORY_SIZE + name.length
  writeNumbers(directory, 0, [CODE_DIRECTORY, directory.length, WITH_EXECUTABLE_SEGMENT, AD_HOC_BY_LINKER])
  writeNumbers(directory, 16, [hashes, CODE_DIRECTORY_SIZE, 0, pages, start])
  directory.set([SHA256.size, SHA256.kind, 0, PAGE_BITS], 36)
  directory.writeBigUInt64BE(file.readBigUInt64LE(text.at + 40), 64)
  directory.writeBigUInt64BE(file.readBigUInt64LE(text.at + 48), 72)
  directory.writeBigUInt64BE(1n, 80) // the segment of a main program
  name.copy(directory, CODE_DIRECTORY_SIZE)
  for (let page = 0; page < pages; page++)
    hashOf(made.subarray(page * PAGE, Math.min((page + 1) * PAGE, start))).copy(directory, hashes + page * SHA256.size)
  return made
}

interface Command {
  readonly kind: number
  readonly at: number
}

function commandsOf(file: Buffer): readonly Command[] {
  const commands: Command[] = []
  let at = 32
  for (let left = file.readUInt32LE(16); left > 0; left--) {
    commands.push({ kind: file.readUInt32LE(at), at })
    at += file.readUInt32LE(at + 4)
  }
  return commands
}

function codeDirectory(blob: Buffer): Buffer | undefined {
  if (blob.length < SUPER_BLOB_SIZE || blob.readUInt32BE(0) !== SUPER_BLOB) return undefined
  for (let index = 0; index < blob.readUInt32BE(8); index++) {
    const part = blob.subarray(blob.readUInt32BE(16 + index * 8))
    if (part.readUInt32BE(0) === CODE_DIRECTORY && part[37] === SHA256.kind) {
      return part.subarray(0, part.readUInt32BE(4))
    }
  }
  return undefined
}

function fits(file: Buffer, directory: Buffer): boolean {
  const hashes = directory.readUInt32BE(16)
  const pages = directory.readUInt32BE(28)
  const end = directory.readUInt32BE(32)
  const size = 2 ** (directory[39] ?? 0)
  if (end > file.length || pages !== Math.ceil(end / size)) return false
  for (let page = 0; page < pages; page++) {
    const expected = directory.subarray(hashes + page * SHA256.size, hashes + (page + 1) * SHA256.size)
    if (!hashOf(file.subarray(page * size, Math.min((page + 1) * size, end))).equals(expected)) return false
  }
  return true
}

const hashOf = (content: Buffer): Buffer => createHash('sha256').update(content).digest()

function writeNumbers(into: Buffer, at: number, numbers: readonly number[]): void {
  for (const [index, number] of numbers.entries()) into.writeUInt32BE(number, at + index * 4)
}
