// What the page costs to load, and that nothing in it would be stopped by the content security policy.
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { assets, shell } from './assets.ts'

const APP = join(import.meta.dirname, '..', 'app')

const MOST_SCRIPT = 90_000

test('the page needs at most 90 kB of compressed JavaScript', () => {
  const scripts = Object.values(assets).filter(({ type }) => type.startsWith('text/javascript'))
  const bytes = scripts.reduce((sum, { text }) => sum + gzipSync(text).length, 0)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT)
})

test('the page names only files that are there, and holds no script, style or handler of its own', () => {
  const named = [...shell.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
  expect(named.sort()).toEqual(Object.keys(assets).sort())
  expect(shell.text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/)
})

test('the style and the script ask for nothing from elsewhere', () => {
  expect(assets['/app.css']?.text).not.toMatch(/url\(|@import/)
  const hosts = [...(assets['/app.js']?.text ?? '').matchAll(/https?:\/\/[\w.-]+/g)].map(([url]) => url)
  // Names of XML, and where a library says how to report its faults.
  expect([...new Set(hosts)].filter((url) => !/w3\.org|github\.com|githubusercontent|highlightjs/.test(url))).toEqual(
    [],
  )
})

test('nothing in the sources of the page turns text into markup, script or style', () => {
  const sources = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  expect(sources.length).toBeGreaterThan(20)
  const ways =
    /innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|document\.write|srcdoc|DOMParser|\beval\(|new Function|cssText|href=\{`?javascript/i
  const found = sources.filter((name) => ways.test(readFileSync(join(APP, name), 'utf8')))
  expect(found).toEqual([])
})
