import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { CustomerActor } from '#kit/actor.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { type Account, accountOf, identifyingTextsOf, savePassword } from '../accounts/account-store.ts'
import { notifyPasswordChanged } from '../accounts/notify-owner.ts'
import { revokeSessionsOf } from '../sessions/revoke-sessions.ts'
import { createSessionToken, type RequestSource, type SignInDenied, type SignInDeps } from '../sign-in/sign-in.ts'
import { countAttempt, refundAttempt } from '../sign-in/sign-in-throttle.ts'
import { newPasswordProblems } from './new-password.ts'
import { hashPassword, isPasswordOf } from './passwords.ts'

type ChangePasswordInput = { current: string; password: string }
export type PasswordChanged = { kind: 'changed'; token: string; locale: string; hasOtherAccess: boolean }
/** The problem codes of the new password. */
export type PasswordRejected = { kind: 'rejected'; problems: string[] }

/**
 * Changes the password of the signed-in user, ends all their sessions and opens a new one. Wrong guesses of the current
 * password are throttled, because a third party may find an open session.
 */
export async function changeOwnPassword(
  deps: SignInDeps & { db: Kysely<DB> },
  actor: Pick<CustomerActor, 'userId' | 'sessionId' | 'locale'>,
  { current, password }: ChangePasswordInput,
  source: RequestSource,
): Promise<PasswordChanged | PasswordRejected | SignInDenied> {
  const { db, settings, clock, upstream } = deps
  if (upstream) return upstream.changePassword(actor, { current, password }, source)
  const { userId, locale } = actor
  const { address, requestId } = source
  const account = await accountOf(db, userId)
  const ownTexts = await identifyingTextsOf(db, account)
  const problems = newPasswordProblems(password, { settings: settings.now(), ownTexts, current })
  if (problems.length) return { kind: 'rejected', problems }

  const attempt = { address, account: `password:${userId}` }
  const retryAfterSeconds = await countAttempt(db, attempt, clock())
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  if (!(await isPasswordOf(account.passwordHash, current))) {
    await writeAudit(db, { action: 'password_change_failed', actorUserId: userId, requestId })
    return { kind: 'wrong' }
  }
  await refundAttempt(db, attempt)
  const replacement = await replacePassword(deps, account, await hashPassword(password), source)
  return { kind: 'changed', ...replacement, locale }
}

async function replacePassword(
  deps: SignInDeps & { db: Kysely<DB> },
  account: Account,
  passwordHash: string,
  { requestId, device }: RequestSource,
): Promise<{ token: string; hasOtherAccess: boolean }> {
  const { userId } = account
  return deps.db.transaction().execute(async (db) => {
    await savePassword(db, { userId, passwordHash })
    await revokeSessionsOf(db, { userId, now: deps.clock() })
    await writeAudit(db, { action: 'password_changed', actorUserId: userId, requestId })
    const hasOtherAccess = await notifyPasswordChanged(db, account, deps.clock())
    return { token: await createSessionToken({ ...deps, db }, account, { device }), hasOtherAccess }
  })
}
