import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { ProviderIdentity } from '#outside/identity/identity.ts'
import { accountOf, findUniqueAccount } from '../accounts/account-store.ts'
import { notifyOwner } from '../accounts/notify-owner.ts'
import { isPasswordOf } from '../password/passwords.ts'
import { revokeSession } from '../sessions/revoke-sessions.ts'
import { hasSecondFactor, sealedProviderTokenOf } from '../sessions/session-store.ts'
import {
  type RequestSource,
  type SignInDenied,
  type SignInDeps,
  type SignInSuccess,
  signIn,
} from '../sign-in/sign-in.ts'
import { countAttempt, refundAttempt } from '../sign-in/sign-in-throttle.ts'
import {
  createUnlinkedAccount,
  linkIdentity,
  type MoveSignatures,
  mergeAccount,
  userOfIdentity,
} from './identity-store.ts'
import type { OpenidAuthenticator } from './openid-authenticator.ts'

type OpenidSignInDeps = SignInDeps & { db: Kysely<DB>; openid: Pick<OpenidAuthenticator, 'encryptToken'> }
type LinkIdentityDeps = OpenidSignInDeps & { moveSignatures: MoveSignatures }

/** Opens a session for an identity. An identity without an account gets one that awaits its link. */
export async function signInWithIdentity(
  deps: OpenidSignInDeps,
  person: ProviderIdentity,
  { requestId, device }: RequestSource,
  locale: string,
): Promise<SignInSuccess & { isNew: boolean }> {
  const userId = await deps.db.transaction().execute(async (db) => {
    const linkedUserId = await userOfIdentity(db, person)
    if (linkedUserId !== undefined) return linkedUserId
    const newUserId = await createUnlinkedAccount(db, person, locale)
    await linkIdentity(db, person, newUserId, deps.clock())
    return newUserId
  })
  const account = await accountOf(deps.db, userId)
  const session = { device, sealedProviderToken: deps.openid.encryptToken(person.idToken) }
  const signedIn = await signIn(deps, { account, by: 'openid', session, requestId })
  // A user of the identity provider has no password here to change.
  return { ...signedIn, mustChangePassword: false, isNew: account.awaitsLink }
}

/** Links an identity with the account of the signed-in user, unless it belongs to another account. */
export async function linkIdentityToUser(
  { db, clock, moveSignatures }: LinkIdentityDeps,
  person: ProviderIdentity,
  userId: number,
  { requestId }: RequestSource,
): Promise<'linked' | 'taken'> {
  return db.transaction().execute(async (db) => {
    const holderId = await userOfIdentity(db, person)
    if (holderId === userId) return 'linked'
    const holder = holderId === undefined ? undefined : await accountOf(db, holderId)
    if (holder && !holder.awaitsLink) return 'taken'
    await linkIdentity(db, person, userId, clock())
    if (holder) await mergeAccount(db, { from: holder.userId, to: userId, now: clock() }, moveSignatures)
    await writeAudit(db, { action: 'identity_linked', actorUserId: userId, requestId })
    await notifyOwner(db, await accountOf(db, userId), 'identityLinked', clock())
    return 'linked'
  })
}

type LinkByPasswordResult = SignInSuccess | SignInDenied | { kind: 'alreadyLinked' } | { kind: 'secondFactorFirst' }

/**
 * Links an identity with the account that a password opens, and signs in there. A user with a second factor signs in
 * with it first, and links from inside.
 */
export async function linkIdentityByPassword(
  deps: LinkIdentityDeps,
  { userId, sessionId }: { userId: number; sessionId: string },
  { user, password }: { user: string; password: string },
  { address, requestId, device }: RequestSource,
): Promise<LinkByPasswordResult> {
  const { db, clock, moveSignatures } = deps
  if (!(await accountOf(db, userId)).awaitsLink) return { kind: 'alreadyLinked' }
  const account = await findUniqueAccount(db, user)
  const attempt = { address, account: account ? `user:${account.userId}` : `typed:${user.trim().toLowerCase()}` }
  const retryAfterSeconds = await countAttempt(db, attempt, clock())
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  const isRight = await isPasswordOf(account?.passwordHash, password)
  if (!account || !isRight) {
    await writeAudit(db, { action: 'connect_failed', actorUserId: userId, requestId })
    return { kind: 'wrong' }
  }
  await refundAttempt(db, attempt)
  if (await hasSecondFactor(db, account.userId)) return { kind: 'secondFactorFirst' }

  return db.transaction().execute(async (db) => {
    const sealedProviderToken = await sealedProviderTokenOf(db, sessionId)
    await revokeSession(db, { sessionId, now: clock() })
    await mergeAccount(db, { from: userId, to: account.userId, now: clock() }, moveSignatures)
    await writeAudit(db, { action: 'identity_linked', actorUserId: account.userId, requestId })
    await notifyOwner(db, account, 'identityLinked', clock())
    return signIn({ ...deps, db }, { account, by: 'openid', session: { device, sealedProviderToken }, requestId })
  })
}
