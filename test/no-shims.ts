// The PATH of tests without the shims of pyenv: each is a shell script that asks for the version at every start, and takes
// several times as long as the program that it starts then.
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The folder of the version that they start wherever a project names no other, in the place of theirs. */
export function withoutShims(path: string, root = process.env['PYENV_ROOT']): string {
  if (root === undefined) return path
  const folder = folderOfVersion(root)
  if (folder === undefined) return path
  return path
    .split(delimiter)
    .map((one) => (one === join(root, 'shims') ? folder : one))
    .join(delimiter)
}

function folderOfVersion(root: string): string | undefined {
  const file = join(root, 'version')
  const named = process.env['PYENV_VERSION'] ?? (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const [version = ''] = named.trim().split(/[\s:]/)
  const folder = join(root, 'versions', version, 'bin')
  return version !== '' && existsSync(folder) ? folder : undefined
}
