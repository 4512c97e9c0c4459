// `npm run generate`: writes the reference pages and the plugin.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { referencePages } from './reference.ts'

const root = join(import.meta.dirname, '..')
for (const [path, text] of Object.entries(await referencePages())) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  if (text.startsWith('#!')) chmodSync(join(root, path), 0o755)
}
