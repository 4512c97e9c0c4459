// Comments of XML, blanked so that lines stay where they are.
import { plainLines } from '../../../source/source.ts'

export function blankComments(raw: string): string {
  return plainLines(raw).split('<!--').map(afterComment).join('')
}

function afterComment(part: string, index: number): string {
  const end = index === 0 ? -3 : part.indexOf('-->')
  const comment = index > 0 && end < 0 ? part : part.slice(0, Math.max(0, end))
  return comment.replaceAll(/[^\n]/g, '') + part.slice(index > 0 && end < 0 ? part.length : end + 3)
}
