import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { accountOf } from './account-store.ts'
import { dropRecoveryCodes, makeRecoveryCodes } from './second-factor-store.ts'
import { hasSecondFactor } from './session-store.ts'
import { tellOwner } from './tell-owner.ts'

type Switched = { userId: number; by: 'code_app' | 'passkey'; requestId: string; now: Date }

/**
 * Before a factor is kept: with the first one log-ins begin to ask for a second step, of which the owner is told, and
 * recovery codes are made; null where there was one already.
 */
export async function switchedOn(db: Database, { userId, by, requestId, now }: Switched): Promise<string[] | null> {
  await writeAudit(db, { action: 'second_factor_added', actorUserId: userId, after: { by }, requestId })
  if (await hasSecondFactor(db, userId)) return null
  await tellOwner(db, await accountOf(db, userId), 'secondFactorOn', now)
  return makeRecoveryCodes(db, userId)
}

/** After a factor is gone: with the last one log-ins ask for a password alone again, of which the owner is told. */
export async function switchedOff(db: Database, { userId, by, requestId, now }: Switched) {
  await writeAudit(db, { action: 'second_factor_removed', actorUserId: userId, after: { by }, requestId })
  if (await hasSecondFactor(db, userId)) return
  await dropRecoveryCodes(db, userId)
  await tellOwner(db, await accountOf(db, userId), 'secondFactorOff', now)
}
