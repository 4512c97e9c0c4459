// A claim that was verified, as the event that views read. The evidence is empty but for what a test says of it.
import type { Event } from '../../../contract/event.ts'
import type { Evidence } from '../../../contract/evidence.ts'

export function claimVerified(evidence: Partial<Evidence> = {}): Event {
  return {
    id: 'e',
    at: '2026-11-15T10:00:00.000Z',
    kind: 'claim.verified',
    session: 'ses_1',
    task: 'task_1',
    request: 'req_1',
    claim: 'clm_1',
    evidence: { checks: [], skipped: [], notes: [], warnings: [], tampering: [], ...evidence },
  }
}
