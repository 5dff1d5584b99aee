import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { accountOf } from '../accounts/account-store.ts'
import { notifyOwner } from '../accounts/notify-owner.ts'
import { hasSecondFactor } from '../sessions/session-store.ts'
import { createRecoveryCodes, deleteRecoveryCodes } from './second-factor-store.ts'

type SecondFactorChange = { userId: number; by: 'code_app' | 'passkey'; requestId: string; now: Date }

/**
 * Called before a factor is saved. With the first one, sign-ins start to require a second step: the owner is notified
 * and recovery codes are created. Null if there was a factor already.
 */
export async function onSecondFactorAdded(
  db: Database,
  { userId, by, requestId, now }: SecondFactorChange,
): Promise<string[] | null> {
  await writeAudit(db, { action: 'second_factor_added', actorUserId: userId, after: { by }, requestId })
  if (await hasSecondFactor(db, userId)) return null
  await notifyOwner(db, await accountOf(db, userId), 'secondFactorOn', now)
  return createRecoveryCodes(db, userId)
}

/**
 * Called after a factor is removed. Without the last one, sign-ins require only a password again, and the owner is
 * notified.
 */
export async function onSecondFactorRemoved(db: Database, { userId, by, requestId, now }: SecondFactorChange) {
  await writeAudit(db, { action: 'second_factor_removed', actorUserId: userId, after: { by }, requestId })
  if (await hasSecondFactor(db, userId)) return
  await deleteRecoveryCodes(db, userId)
  await notifyOwner(db, await accountOf(db, userId), 'secondFactorOff', now)
}
