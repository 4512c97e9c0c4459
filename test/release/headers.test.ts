// What the headers of executables say, on headers written here, and the signature of a small macOS program.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { platformOf } from '../../scripts/release/headers.ts'
import { signatureOf, signed } from '../../scripts/release/mach-signature.ts'
import { platforms } from '../../scripts/release/platforms.ts'

function elf(machine: number, loader: string, bits = 2): Buffer {
  const file = Buffer.alloc(256)
  file.writeUInt32BE(0x7f454c46, 0)
  file.set([bits, 1], 4)
  file.writeUInt16LE(machine, 18)
  file.writeBigUInt64LE(64n, 32)
  file.writeUInt16LE(56, 54)
  file.writeUInt16LE(2, 56)
  file.writeUInt32LE(6, 64)
  file.writeUInt32LE(3, 120)
  file.writeBigUInt64LE(200n, 128)
  file.writeBigUInt64LE(BigInt(loader.length + 1), 152)
  file.write(loader, 200)
  return file
}

function mach(cpu: number, kind = 2): Buffer {
  const file = Buffer.alloc(64)
  file.writeUInt32LE(0xfeedfacf, 0)
  file.writeUInt32LE(cpu, 4)
  file.writeUInt32LE(kind, 12)
  return file
}

function windows(machine: number, magic = 'PE\0\0'): Buffer {
  const file = Buffer.alloc(256)
  file.write('MZ')
  file.writeUInt32LE(128, 60)
  file.write(magic, 128, 'latin1')
  file.writeUInt16LE(machine, 132)
  return file
}

test.each([
  ['linux-x64', elf(62, '/lib64/ld-linux-x86-64.so.2')],
  ['linux-arm64', elf(183, '/lib/ld-linux-aarch64.so.1')],
  ['linux-x64-musl', elf(62, '/lib/ld-musl-x86_64.so.1')],
  ['linux-arm64-musl', elf(183, '/lib/ld-musl-aarch64.so.1')],
  ['darwin-x64', mach(0x01000007)],
  ['darwin-arm64', mach(0x0100000c)],
  ['win32-x64', windows(0x8664)],
  ['win32-arm64', windows(0xaa64)],
])('%s is known by its headers', (name, file) => {
  expect(platformOf(file)).toBe(name)
})

test.each([
  ['a script', Buffer.from(`#!/bin/sh\n${'echo\n'.repeat(20)}`)],
  ['an empty file', Buffer.alloc(0)],
  ['a program for Android', elf(183, '/system/bin/linker64')],
  ['a program for another processor', elf(40, '/lib/ld-linux-armhf.so.3')],
  ['a program of 32 bits', elf(62, '/lib/ld-linux-x86-64.so.2', 1)],
  ['a library for macOS', mach(0x0100000c, 6)],
  ['a program for DOS', windows(0x8664, 'NE\0\0')],
  ['half a program', elf(62, '/lib64/ld-linux-x86-64.so.2').subarray(0, 100)],
])('%s is for no platform of ours', (_what, file) => {
  expect(platformOf(file)).toBeUndefined()
})

test('the Bun that runs this is for a platform that we build for', () => {
  const own = platforms.find(({ name }) => name === platformOf(readFileSync(process.execPath)))
  expect(own).toMatchObject({ os: process.platform, cpu: process.arch })
})

/** Three commands: the program, its links, and a signature of nothing at the end. */
function unsigned(): Buffer {
  const text = { at: 32, size: 72 }
  const links = { at: text.at + text.size, size: 72 }
  const signature = { at: links.at + links.size, size: 16 }
  const start = 10_000
  const file = Buffer.alloc(start + 64, 7)
  mach(0x01000007).copy(file, 0, 0, 32)
  file.writeUInt32LE(3, 16)
  for (const [name, fileSize, { at, size }] of [
    ['__TEXT', 8192, text],
    ['__LINKEDIT', start + 64 - 8192, links],
  ] as const) {
    file.fill(0, at, at + size)
    file.writeUInt32LE(0x19, at)
    file.writeUInt32LE(size, at + 4)
    file.write(name, at + 8)
    file.writeBigUInt64LE(name === '__TEXT' ? 0n : 8192n, at + 40)
    file.writeBigUInt64LE(BigInt(fileSize), at + 48)
  }
  file.writeUInt32LE(0x1d, signature.at)
  file.writeUInt32LE(signature.size, signature.at + 4)
  file.writeUInt32LE(start, signature.at + 8)
  file.writeUInt32LE(64, signature.at + 12)
  return file
}

test('a broken signature is seen and replaced, and a change after that is seen too', () => {
  const file = unsigned()
  expect(signatureOf(file)).toBe('broken')
  const repaired = signed(file, 'fullstop') ?? Buffer.alloc(0)
  expect(signatureOf(repaired)).toBe('valid')
  expect(signed(repaired, 'fullstop')?.equals(repaired)).toBe(true)
  expect(repaired.subarray(0, 32).equals(file.subarray(0, 32))).toBe(true)
  repaired[9_999] = 8
  expect(signatureOf(repaired)).toBe('broken')
})

test('a program without a place for a signature has none and gets none', () => {
  expect(signatureOf(mach(0x01000007))).toBe('none')
  expect(signed(mach(0x01000007), 'fullstop')).toBeUndefined()
})
