// Suspicions about files that a person has read and trusted since the task began: nobody is asked about them again.
import type { ChangeNote, Tampering } from '../../contract/change.ts'

export interface SortedSuspicions {
  readonly suspicions: readonly Tampering[]
  readonly notes: readonly ChangeNote[]
}

export function sortTrusted(suspicions: readonly Tampering[], trusted: readonly string[]): SortedSuspicions {
  const isTrusted = ({ file }: Tampering): boolean => trusted.includes(file)
  return {
    suspicions: suspicions.filter((one) => !isTrusted(one)),
    notes: suspicions
      .filter(isTrusted)
      .map(({ file, line, kind = 'own-config', what }) => ({ file, line, kind, what: `${what}; you trusted it` })),
  }
}
