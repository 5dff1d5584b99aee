import type { Database } from '#db/database.ts'
import { lastSaid } from '#domains/consent/server/last-said.ts'
import { agreementVersion, contractAgreements, type GivenAgreements, nothingGiven } from '../agreements.ts'

/**
 * To what of a contract a user has agreed before, in the words of today: it is not asked of them again. Whoever is not
 * signed in has agreed to nothing, since nobody knows who they are.
 */
export async function givenAgreements(db: Database, userId: number | null): Promise<GivenAgreements> {
  if (userId === null) return nothingGiven
  const subject = { kind: 'user', id: userId } as const
  const isGiven = async ({ purpose }: { purpose: string }) =>
    (await lastSaid(db, { subject, purpose, version: agreementVersion }))?.agreed ?? false
  return {
    conditions: await isGiven(contractAgreements.conditions),
    privacy: await isGiven(contractAgreements.privacy),
  }
}
