import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { CustomerActor } from '#kit/actor.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { type Account, accountOf, keepPassword, ownTextsOf } from './account-store.ts'
import { type Denied, type EntryNeeds, newToken, type Source } from './entry.ts'
import { newPasswordProblems } from './new-password.ts'
import { hashPassword, isPasswordOf } from './passwords.ts'
import { revokeSessionsOf } from './session-store.ts'
import { tellPasswordChanged } from './tell-owner.ts'
import { countAttempt, forgiveAttempt } from './throttle.ts'

type Wanted = { current: string; password: string }
export type Changed = { kind: 'changed'; token: string; locale: string; hasOtherAccess: boolean }
/** The codes of what is wrong with the new password. */
export type Unfit = { kind: 'unfit'; problems: string[] }

/**
 * Changes the password of whoever is signed in, ends all their sessions and opens a new one. Wrong guesses of the present
 * password are throttled, because whoever finds an open session may try.
 */
export async function changeOwnPassword(
  needs: EntryNeeds & { db: Kysely<DB> },
  actor: Pick<CustomerActor, 'userId' | 'sessionId' | 'locale'>,
  { current, password }: Wanted,
  source: Source,
): Promise<Changed | Unfit | Denied> {
  const { db, settings, clock, upstream } = needs
  if (upstream) return upstream.changePassword(actor, { current, password }, source)
  const { userId, locale } = actor
  const { address, requestId } = source
  const account = await accountOf(db, userId)
  const ownTexts = await ownTextsOf(db, account)
  const problems = newPasswordProblems(password, { settings: settings.now(), ownTexts, current })
  if (problems.length) return { kind: 'unfit', problems }

  const attempt = { address, account: `password:${userId}` }
  const retryAfterSeconds = await countAttempt(db, attempt, clock())
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  if (!(await isPasswordOf(account.passwordHash, current))) {
    await writeAudit(db, { action: 'password_change_failed', actorUserId: userId, requestId })
    return { kind: 'wrong' }
  }
  await forgiveAttempt(db, attempt)
  const replaced = await replacePassword(needs, account, await hashPassword(password), source)
  return { kind: 'changed', ...replaced, locale }
}

async function replacePassword(
  needs: EntryNeeds & { db: Kysely<DB> },
  account: Account,
  passwordHash: string,
  { requestId, device }: Source,
): Promise<{ token: string; hasOtherAccess: boolean }> {
  const { userId } = account
  return needs.db.transaction().execute(async (db) => {
    await keepPassword(db, { userId, passwordHash })
    await revokeSessionsOf(db, { userId, now: needs.clock() })
    await writeAudit(db, { action: 'password_changed', actorUserId: userId, requestId })
    const hasOtherAccess = await tellPasswordChanged(db, account, needs.clock())
    return { token: await newToken({ ...needs, db }, account, { device }), hasOtherAccess }
  })
}
