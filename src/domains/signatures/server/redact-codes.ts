import type { Database } from '#db/database.ts'
import { nextOldCodeQuery, redactCodesAbout, redactOldCodes } from '#domains/messages/server/redact-codes.ts'
import { codeLifeMinutes } from '../rules.ts'

const kind = 'signatures.code'

/** Redacts the codes of a signature in messages to its signer, and stops those that have not been sent. */
export function redactCodesOf(db: Database, signatureId: string): Promise<void> {
  return redactCodesAbout(db, { kind, member: 'signatureId', value: signatureId })
}

/** Selects from when the next code has to be redacted. */
export const nextRedactionQuery = nextOldCodeQuery({ kind, lifeMinutes: codeLifeMinutes })

/** Does the same for every code that has been sent or has expired. Returns true when there were any. */
export function redactExpiredCodes(db: Database, now: Date): Promise<boolean> {
  return redactOldCodes(db, { kind, queuedUntil: new Date(now.getTime() - codeLifeMinutes * 60_000) })
}
