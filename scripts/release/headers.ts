// What an executable file is for, from its own headers. It reads no files and runs nothing.

/** The name of the platform as in `platforms.ts`, or undefined for anything that is no 64-bit program for one of them. */
export function platformOf(file: Buffer): string | undefined {
  if (file.length < 64) return undefined
  if (file.readUInt32BE(0) === 0x7f454c46) return elfPlatform(file)
  if (file.readUInt32LE(0) === 0xfeedfacf) return machPlatform(file)
  if (file.readUInt16BE(0) === 0x4d5a) return windowsPlatform(file)
  return undefined
}

function elfPlatform(file: Buffer): string | undefined {
  const is64LittleEndian = file[4] === 2 && file[5] === 1
  const cpu = { 62: 'x64', 183: 'arm64' }[file.readUInt16LE(18)]
  const loader = is64LittleEndian ? loaderOf(file) : undefined
  if (cpu === undefined || loader === undefined) return undefined
  if (/\/ld-linux-[^/]+$/.test(loader)) return `linux-${cpu}`
  return /\/ld-musl-[^/]+$/.test(loader) ? `linux-${cpu}-musl` : undefined
}

/** The loader tells glibc from musl. */
function loaderOf(file: Buffer): string | undefined {
  const table = Number(file.readBigUInt64LE(32))
  const entrySize = file.readUInt16LE(54)
  const count = file.readUInt16LE(56)
  for (let index = 0; index < count; index++) {
    const entry = file.subarray(table + index * entrySize, table + (index + 1) * entrySize)
    if (entry.length < 56) return undefined
    if (entry.readUInt32LE(0) !== 3) continue
    const start = Number(entry.readBigUInt64LE(8))
    return file.toString('latin1', start, start + Number(entry.readBigUInt64LE(32)) - 1)
  }
  return undefined
}

function machPlatform(file: Buffer): string | undefined {
  const cpu = { 0x01000007: 'x64', 0x0100000c: 'arm64' }[file.readUInt32LE(4)]
  const isProgram = file.readUInt32LE(12) === 2
  return cpu !== undefined && isProgram ? `darwin-${cpu}` : undefined
}

function windowsPlatform(file: Buffer): string | undefined {
  const start = file.readUInt32LE(60)
  if (start + 6 > file.length || file.toString('latin1', start, start + 4) !== 'PE\0\0') return undefined
  const cpu = { 0x8664: 'x64', 0xaa64: 'arm64' }[file.readUInt16LE(start + 4)]
  return cpu === undefined ? undefined : `win32-${cpu}`
}
