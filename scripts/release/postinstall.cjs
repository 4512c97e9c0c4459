// Puts the native binary in the place of the script bin/fullstop, so that nothing starts in front of it.
// It never fails an install and says nothing: wherever it does not work, the script finds the binary itself.
const { spawnSync } = require('node:child_process')
const { copyFileSync, linkSync, renameSync, rmSync } = require('node:fs')
const { dirname, join } = require('node:path')
const { version } = require('./package.json')

// Other package managers may already have written a wrapper that runs the file with sh; on Windows npm does.
const isNpm = (process.env['npm_config_user_agent'] ?? '').startsWith('npm/')
if (isNpm && process.platform !== 'win32') {
  const own = `@fullstop/${process.platform}-${process.arch}`
  const binary = [own, `${own}-musl`].map(binaryOf).find(runsHere)
  if (binary) putInPlace(binary)
}

function binaryOf(name) {
  try {
    return join(dirname(require.resolve(`${name}/package.json`)), 'fullstop')
  } catch {
    return undefined // Not installed: it is for another platform, or optional dependencies were left out.
  }
}

function runsHere(binary) {
  if (!binary) return false
  const { status, stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  return status === 0 && stdout.trim() === version
}

/** The file is exchanged, never written to: a package manager may share it with other projects. */
function putInPlace(binary) {
  const place = join(__dirname, 'bin', 'fullstop')
  const beside = `${place}.${process.pid}`
  try {
    try {
      linkSync(binary, beside)
    } catch {
      copyFileSync(binary, beside) // Another file system, or one without hard links.
    }
    renameSync(beside, place)
  } catch {
    // The script stays.
  } finally {
    // Still there if it failed, or if both already were the same file.
    rmSync(beside, { force: true })
  }
}
