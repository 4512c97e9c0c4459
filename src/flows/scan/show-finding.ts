// A finding as it may be shown: its texts masked, the line of the file counted, and the command that opens the session.
import { given } from '../../contract/given.ts'
import type { ScanFinding, ShownAgainst } from '../../domain/view/scan.ts'
import { joinWords } from '../../domain/shell/words.ts'
import { maskFor } from '../project/mask.ts'
import type { World } from '../world.ts'
import type { TranscriptFile } from './find-transcripts.ts'

const CHUNK = 1024 * 1024
const NEWLINE = 10

type Showing = Pick<World, 'files' | 'userHome'>

export interface ScanFiles {
  readonly files: readonly TranscriptFile[]
  /** They lie where the agents look for their sessions. */
  readonly isOwn: boolean
}

export function showFinding(world: Showing, finding: ScanFinding, { files, isOwn }: ScanFiles): ScanFinding {
  const { cwd, quote, asked, shown } = finding
  const mask = maskFor(world, [cwd])
  const source = files.find(({ path }) => path === finding.file)
  const line = finding.line ?? (source && lineAt(world, source, finding.offset))
  const resume = source && isOwn ? resumeLine(world, source, finding) : undefined
  return {
    ...finding,
    quote: mask(quote),
    shown: shown.map((one) => masked(one, mask)),
    ...given({ asked }, mask),
    ...given({ line, resume }),
  }
}

function masked(shown: ShownAgainst, mask: (text: string) => string): ShownAgainst {
  switch (shown.kind) {
    case 'red-check':
      return {
        ...shown,
        command: mask(shown.command),
        ...given({ line: shown.line }, mask),
      }
    case 'open-todos':
      return { ...shown, items: shown.items.map(mask) }
    case 'own-words':
      return { ...shown, sentence: mask(shown.sentence) }
  }
}

/** Counted only for what is shown: reading counts no lines of garbage. */
function lineAt(world: Showing, { path, folder }: TranscriptFile, offset: number): number | undefined {
  const opened = world.files.openFile(path, [folder])
  if (opened.kind !== 'opened') return undefined
  try {
    let line = 1
    const buffer = Buffer.allocUnsafe(CHUNK)
    for (let at = 0; at < offset;) {
      const bytes = opened.file.read(at, Math.min(CHUNK, offset - at), buffer)
      if (bytes.length === 0) break
      for (let found = bytes.indexOf(NEWLINE); found >= 0; found = bytes.indexOf(NEWLINE, found + 1)) line += 1
      at += bytes.length
    }
    return line
  } catch {
    // It cannot be read any more: it is named without a line.
    return undefined
  } finally {
    opened.file.close()
  }
}

/** The agents look for a session in the folder that it was started in. An id is a word of the transcript: it must be plain. */
function resumeLine({ files, userHome }: Showing, source: TranscriptFile, finding: ScanFinding): string | undefined {
  const { agentSessionId, cwd } = finding
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(agentSessionId) || cwd === undefined || !files.isFolder(cwd)) {
    return undefined
  }
  const isBelowHome = cwd.startsWith(`${userHome}/`)
  const folder = isBelowHome ? `~/${joinWords([cwd.slice(userHome.length + 1)])}` : joinWords([cwd])
  return `cd ${folder} && ${source.archive.resume(agentSessionId)}`
}
