// What the agent of a run says and does, for the terminal: its words as they are, each call in one dimmed line.
import { oneLine, printable } from '../../../../domain/text/printable.ts'
import { toolText } from '../../../../domain/view/run/tool-text.ts'
import type { HeardOfAgent } from '../../../../flows/run/follow-agent.ts'
import { type Paper, pathsOn } from '../paper.ts'
import { cutTo } from '../table.ts'
import { wrapText } from '../wrap.ts'

export function drawHeard({ kind, text }: HeardOfAgent, paper: Paper, isPlain: boolean): string[] {
  const { columns, style, widthOf } = paper
  if (kind === 'said') {
    const lines = printable(text.trim()).split('\n')
    return lines.flatMap((line) => wrapText(line, columns))
  }
  const line = `${isPlain ? '>' : '→'} ${pathsOn(paper, oneLine(toolText(text), 2000))}`
  return [style.dim(`  ${cutTo(line, columns - 2, { widthOf })}`)]
}
