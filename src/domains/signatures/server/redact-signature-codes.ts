import type { Database } from '#db/database.ts'
import { nextOldCodeQuery, redactCodesAbout, redactOldCodes } from '#domains/messages/server/redact-codes.ts'
import { codeLifeMinutes } from '../rules.ts'

const kind = 'signatures.code'

/** Redacts the codes in the messages about a signature, and deletes those messages that have not been sent. */
export function redactCodesOf(db: Database, signatureId: string): Promise<void> {
  return redactCodesAbout(db, { kind, member: 'signatureId', value: signatureId })
}

/**
 * Redacts every code whose message has been sent, and deletes the messages whose code has expired before they were sent.
 * Returns true when there were any.
 */
export function redactExpiredCodes(db: Database, now: Date): Promise<boolean> {
  return redactOldCodes(db, { kind, queuedUntil: new Date(now.getTime() - codeLifeMinutes * 60_000) })
}

/** Selects when `redactExpiredCodes` is next due. */
export const nextRedactionQuery = nextOldCodeQuery({ kind, lifeMinutes: codeLifeMinutes })
