import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { SignedInElsewhere } from '#outside/identity/identity.ts'
import { accountOf, findOnlyAccount } from './account-store.ts'
import { type Denied, type Entered, type EntryNeeds, enter, type Source } from './entry.ts'
import { handOver, linkIdentity, makeAwaitingAccount, userOfIdentity } from './identity-store.ts'
import type { OpenidDoor } from './openid-door.ts'
import { isPasswordOf } from './passwords.ts'
import { hasSecondFactor, revokeSession, sealedProviderTokenOf } from './session-store.ts'
import { tellOwner } from './tell-owner.ts'
import { countAttempt, forgiveAttempt } from './throttle.ts'

type Needs = EntryNeeds & { db: Kysely<DB>; openid: Pick<OpenidDoor, 'seal'> }

/** Opens a session for somebody from the identity provider; whoever has no account here yet gets one that awaits its link. */
export async function enterAsPerson(
  needs: Needs,
  person: SignedInElsewhere,
  { requestId, device }: Source,
  locale: string,
): Promise<Entered & { isNew: boolean }> {
  const userId = await needs.db.transaction().execute(async (db) => {
    const known = await userOfIdentity(db, person)
    if (known !== undefined) return known
    const made = await makeAwaitingAccount(db, person, locale)
    await linkIdentity(db, person, made, needs.clock())
    return made
  })
  const account = await accountOf(needs.db, userId)
  const session = { device, sealedProviderToken: needs.openid.seal(person.idToken) }
  const entered = await enter(needs, { account, by: 'openid', session, requestId })
  // Whoever comes from the provider has no password of ours to change.
  return { ...entered, mustChangePassword: false, isNew: account.awaitsLink }
}

/** Links somebody from the identity provider with the account of who is signed in, unless they are somebody else's here. */
export async function linkPerson(
  { db, clock }: Needs,
  person: SignedInElsewhere,
  userId: number,
  { requestId }: Source,
): Promise<'linked' | 'taken'> {
  return db.transaction().execute(async (db) => {
    const holderId = await userOfIdentity(db, person)
    if (holderId === userId) return 'linked'
    const holder = holderId === undefined ? undefined : await accountOf(db, holderId)
    if (holder && !holder.awaitsLink) return 'taken'
    await linkIdentity(db, person, userId, clock())
    if (holder) await handOver(db, holder.userId, userId, clock())
    await writeAudit(db, { action: 'identity_linked', actorUserId: userId, requestId })
    await tellOwner(db, await accountOf(db, userId), 'identityLinked', clock())
    return 'linked'
  })
}

type Connected = Entered | Denied | { kind: 'alreadyLinked' } | { kind: 'secondFactorFirst' }

/**
 * Links whoever came from the identity provider with the account that their password opens, and lets them in there. Who has a
 * second factor comes in with it first, and links from inside.
 */
export async function connectByPassword(
  needs: Needs,
  { userId, sessionId }: { userId: number; sessionId: string },
  { user, password }: { user: string; password: string },
  { address, requestId, device }: Source,
): Promise<Connected> {
  const { db, clock } = needs
  if (!(await accountOf(db, userId)).awaitsLink) return { kind: 'alreadyLinked' }
  const account = await findOnlyAccount(db, user)
  const attempt = { address, account: account ? `user:${account.userId}` : `typed:${user.trim().toLowerCase()}` }
  const retryAfterSeconds = await countAttempt(db, attempt, clock())
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  const isRight = await isPasswordOf(account?.passwordHash, password)
  if (!account || !isRight) {
    await writeAudit(db, { action: 'connect_failed', actorUserId: userId, requestId })
    return { kind: 'wrong' }
  }
  await forgiveAttempt(db, attempt)
  if (await hasSecondFactor(db, account.userId)) return { kind: 'secondFactorFirst' }

  return db.transaction().execute(async (db) => {
    const sealedProviderToken = await sealedProviderTokenOf(db, sessionId)
    await revokeSession(db, { sessionId, now: clock() })
    await handOver(db, userId, account.userId, clock())
    await writeAudit(db, { action: 'identity_linked', actorUserId: account.userId, requestId })
    await tellOwner(db, account, 'identityLinked', clock())
    return enter({ ...needs, db }, { account, by: 'openid', session: { device, sealedProviderToken }, requestId })
  })
}
