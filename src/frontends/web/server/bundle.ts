// Bundles the page of the browser. Runs as a macro: the bundler calls it while it builds the binary, and Bun when the
// server is started from source; the binary holds its result.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface BundledPage {
  readonly page: string
  readonly script: string
  readonly style: string
  readonly icon: string
}

export function bundlePage(): BundledPage {
  const app = join(import.meta.dirname, '..', 'app')
  const read = (name: string): string => readFileSync(join(app, name), 'utf8')
  return {
    page: read('page.html'),
    script: bundled(join(app, 'main.tsx')),
    style: bundled(join(app, 'app.css')),
    icon: read('icon.svg'),
  }
}

function bundled(entry: string): string {
  // What the libraries would say on the console is for their own developers.
  const flags = ['--minify', '--target=browser', '--production', '--drop=console']
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build', ...flags, entry], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`the page cannot be bundled: ${stderr}`)
  return stdout
}
