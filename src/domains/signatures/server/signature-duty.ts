import type { Database } from '#db/database.ts'
import { type DutySubject, endDuty, openDuty, plainFacts } from '#domains/duties/server/duty-store.ts'

type SignatureDuty = {
  id: string
  customerId: number
  contractId: number | null
  subject: { kind: string }
  now: Date
}

/**
 * Opens the duty to sign a document that is requested, or extended, now. @returns the instant from which it can no
 * longer be signed, which is at once if no norm gives it a term.
 */
export async function openSignatureDuty(
  db: Database,
  { id, customerId, contractId, subject, now }: SignatureDuty,
): Promise<Date> {
  const term = await openDuty(db, {
    ...{ kind: 'signature', subject: signatureDutySubject(id), customerId, contractId: contractId ?? undefined },
    facts: { ...plainFacts, topics: [subject.kind] },
    ...{ place: null, at: now },
  })
  return term?.deadline.at ?? now
}

/** Ends the duty to sign a document: it was signed, or can no longer be. */
export function endSignatureDuty(db: Database, id: string, state: 'done' | 'cancelled', now: Date): Promise<void> {
  return endDuty(db, { kind: 'signature', subject: signatureDutySubject(id) }, { state, now })
}

/** Returns the subject of the duty to sign a document. */
function signatureDutySubject(id: string): DutySubject {
  return `signature:${id}`
}
