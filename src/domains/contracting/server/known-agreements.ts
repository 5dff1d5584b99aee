import type { Database } from '#db/database.ts'
import { findLastConsent } from '#domains/consent/server/find-last-consent.ts'
import { agreementVersion, contractAgreements, type KnownAgreements, noAgreements } from '../agreements.ts'

/**
 * Returns which contract agreements a user has given before to the current texts, so that they are not requested again.
 * Visitors have none, since they cannot be identified.
 */
export async function readKnownAgreements(db: Database, userId: number | null): Promise<KnownAgreements> {
  if (userId === null) return noAgreements
  const subject = { kind: 'user', id: userId } as const
  const isGiven = async ({ purpose }: { purpose: string }) =>
    (await findLastConsent(db, { subject, purpose, version: agreementVersion }))?.agreed ?? false
  return {
    conditions: await isGiven(contractAgreements.conditions),
    privacy: await isGiven(contractAgreements.privacy),
  }
}
