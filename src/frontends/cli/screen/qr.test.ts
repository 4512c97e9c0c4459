// QR codes. The expected one was read by another program (jsQR 1.4.0), as were those of all lengths up to the longest.
import { expect, test } from 'bun:test'
import { drawQr, encodeQr } from './qr.ts'

test('a link as a terminal draws it', () => {
  expect(drawQr(encodeQr('http://127.0.0.1:7433/#token=abc') ?? [])).toEqual([
    '█████████████████████████████',
    '██ ▄▄▄▄▄ █▄▄█ ▀▀▄███ ▄▄▄▄▄ ██',
    '██ █   █ █ █▀▀▄ ▄▄ █ █   █ ██',
    '██ █▄▄▄█ █▄▀▀██▀▀▄██ █▄▄▄█ ██',
    '██▄▄▄▄▄▄▄█▄█▄█ █ █▄█▄▄▄▄▄▄▄██',
    '██▄▄  █▀▄▀▄ █ ██▀██ ██▄▄▄▀▄██',
    '██▄▄▀▀█ ▄█▄▄█▄   ▀█▀▀▀█▀▀████',
    '██▄ ▀ █▄▄▀ ▄██ ▄█▀█▀ ▄ █▄▄ ██',
    '██▀▄█▀▀▀▄█▀  ▀ █▀▀▄▄▄██▀▄▄▀██',
    '████▄▄██▄█ ▄█▀▀▄▄▀ ▄▄▄ ▄▄▄ ██',
    '██ ▄▄▄▄▄ ██▄▀█▀▄▄█ █▄█ ▄▄ ▄██',
    '██ █   █ █▀▀▀ ███▀ ▄   █▀████',
    '██ █▄▄▄█ █ ██▄▀  ▄▄█▄█ ▄ ▄███',
    '██▄▄▄▄▄▄▄█▄█▄██▄▄▄██▄▄▄▄▄▄▄██',
    '▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀',
  ])
})

test.each([
  [1, 21],
  [17, 21],
  [18, 25],
  [134, 41],
  [154, 45],
  [271, 57],
])('%d bytes fit into %d modules', (length, size) => {
  expect(encodeQr('a'.repeat(length))?.length).toBe(size)
})

test('a longer text has no code', () => expect(encodeQr('a'.repeat(272))).toBeUndefined())
