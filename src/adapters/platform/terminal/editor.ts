// A text that a person writes in an editor of their own.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeScratch } from '../files/scratch.ts'

/**
 * The text as it was saved; nothing if the editor could not be started or failed. The editor may be a command with
 * arguments, so a shell starts it, as git does. Never throws.
 */
export async function editText(editor: string, text: string): Promise<string | undefined> {
  const folder = makeScratch('fullstop-edit-')
  const file = join(folder, 'REVIEW.txt')
  try {
    writeFileSync(file, text, { mode: 0o600 })
    return (await run(editor, file)) ? readFileSync(file, 'utf8') : undefined
  } catch {
    // The file is gone or cannot be read: the person has written nothing.
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(editor: string, file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'editor', file], { stdio: 'inherit' })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}
