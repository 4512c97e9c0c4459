// Settings from XML configs: attributes and texts of elements, named by the elements around them.
import type { ToolSetting } from '../setting.ts'
import { lineAt, lineStarts, plainLines } from '../../../source/source.ts'

const TAG = /<!--|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s{0,9}=\s{0,9}(?:"[^"<]*"|'[^'<]*'))*)\s{0,9}(\/?)>/g
const ATTRIBUTE = /([\w:.-]+)\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g

const LONGEST_TEXT = 500

export function readXml(raw: string): ToolSetting[] {
  const text = plainLines(raw)
  const starts = lineStarts(text)
  const found: ToolSetting[] = []
  const around: string[] = []
  const tags = new RegExp(TAG)
  for (let hit = tags.exec(text); hit; hit = tags.exec(text)) {
    const [written, closing, name = '', attributes = '', isAlone] = hit
    if (written === '<!--') {
      const end = text.indexOf('-->', hit.index)
      tags.lastIndex = end < 0 ? text.length : end
      continue
    }
    if (closing) {
      around.pop()
      continue
    }
    const line = lineAt({ starts }, hit.index)
    const path = [...around, name]
    found.push({ path, value: attributes.trim(), isText: false, line })
    for (const [, key = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
      found.push({ path: [...path, key], value: double ?? single ?? '', isText: true, line })
    }
    if (isAlone) continue
    if (around.length < 100) around.push(name)
    const inner = text.slice(tags.lastIndex, tags.lastIndex + LONGEST_TEXT)
    const value = inner.slice(0, Math.max(0, inner.indexOf('<'))).trim()
    if (value !== '') found.push({ path, value, isText: true, line })
  }
  return found
}
