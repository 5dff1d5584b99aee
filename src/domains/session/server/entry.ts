import type { FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { happening } from '#kit/server/happening.ts'
import { type Account, accountOf, findAccounts, type Role } from './account-store.ts'
import { auditedActor } from './audited-actor.ts'
import { type ClientCredential, userOfClient } from './client-store.ts'
import { deviceOf } from './device.ts'
import type { KeyRing } from './keys/key-ring.ts'
import { deviceCookie, deviceKnownTo } from './known-device.ts'
import { isPasswordOf } from './passwords.ts'
import { findOpenSession, hasSecondFactor, type NewSession, openSession, revokeSession } from './session-store.ts'
import { countAttempt, forgiveAttempt } from './throttle.ts'
import { sessionIdOf, signToken } from './token.ts'
import type { UpstreamDoor } from './upstream-door.ts'

/** What it takes to let somebody in. */
export type EntryNeeds = {
  db: Database
  settings: Pick<LiveSettings, 'now'>
  sessionKeys: KeyRing
  clock: () => Date
  /** The server that knows the customers, where the portal only stands in front of it. */
  upstream?: UpstreamDoor
}

/** Where an attempt comes from. */
export type Source = {
  address: string
  requestId: string
  device: string | null
  /** The cookie of a browser in which somebody came in before. */
  deviceToken?: string
}

/** Somebody is in: the token of their new session. */
export type Entered = {
  kind: 'entered'
  token: string
  locale: string
  mustChangePassword: boolean
  /** Absent where it is not certain that this is a browser of theirs: they came by a token or a client id. */
  userId?: number
}
/** Nobody is let in, or nobody may try before so many seconds have passed. */
export type Denied = { kind: 'wrong' } | { kind: 'throttled'; retryAfterSeconds: number }

/** The password was right, and the account asks for a second step. */
export type HalfIn = { kind: 'halfIn'; userId: number }

/** Opens a session for user and password. */
export async function enterWithPassword(
  needs: EntryNeeds,
  given: { user: string; password: string },
  source: Source,
): Promise<Entered | Denied | HalfIn> {
  if (needs.upstream) return needs.upstream.enterWithPassword(given, source)
  const proof = await provePassword(needs, given, source)
  if (proof.kind !== 'proved') return proof
  const { account } = proof
  if (await hasSecondFactor(needs.db, account.userId)) return { kind: 'halfIn', userId: account.userId }
  const { device, requestId } = source
  return enter(needs, { account, by: 'password', session: { device }, requestId })
}

/** Whose user and password these are, at the door of a role. An unknown user is answered like a wrong password, and as late. */
export async function provePassword(
  { db, clock, sessionKeys }: Pick<EntryNeeds, 'db' | 'clock' | 'sessionKeys'>,
  { user, password, role = 'customer' }: { user: string; password: string; role?: Role },
  { address, requestId, deviceToken }: Source,
): Promise<{ kind: 'proved'; account: Account } | Denied> {
  const meant = await findAccounts(db, user, role)
  const [only] = meant.length === 1 ? meant : []
  // What others get wrong elsewhere does not count against whoever is at a browser of theirs.
  const device = deviceKnownTo(deviceToken, only?.userId ?? 0, { keys: sessionKeys, now: clock() })
  const named = only ? `user:${only.userId}` : attemptName(meant, user)
  const attempt = { address, account: device ? `${named} device:${device}` : named }
  const retryAfterSeconds = await countAttempt(db, attempt, clock())
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }

  const account = await accountOpenedBy(meant, password)
  if (!account) {
    await writeAudit(db, { action: 'login_failed', subject: only && `user:${only.userId}`, requestId })
    return { kind: 'wrong' }
  }
  await forgiveAttempt(db, attempt)
  return { kind: 'proved', account }
}

// Several accounts are counted as one, however what they share is written.
function attemptName(meant: readonly Account[], typed: string): string {
  return meant.length ? `users:${meant.map(({ userId }) => userId).join()}` : `typed:${typed.trim().toLowerCase()}`
}

/** The only one of the accounts that a password opens; where there is none at all, as much work as for one. */
async function accountOpenedBy(meant: readonly Account[], password: string): Promise<Account | undefined> {
  const opened: Account[] = []
  if (meant.length === 0) await isPasswordOf(undefined, password)
  for (const account of meant) if (await isPasswordOf(account.passwordHash, password)) opened.push(account)
  return opened.length === 1 ? opened[0] : undefined
}

/** Opens a session for a program that knows a client's id and secret. */
export async function enterAsClient(
  needs: EntryNeeds,
  credential: ClientCredential,
  source: Source,
): Promise<Entered | Denied> {
  const { db, clock, upstream } = needs
  if (upstream) return upstream.enterAsClient(credential, source)
  const { address, requestId, device } = source
  const attempt = { address, account: `client:${credential.clientId}` }
  const retryAfterSeconds = await countAttempt(db, attempt, clock())
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }

  const userId = await userOfClient(db, credential)
  if (userId === undefined) {
    await writeAudit(db, { action: 'login_failed', subject: 'client', requestId })
    return { kind: 'wrong' }
  }
  await forgiveAttempt(db, attempt)
  return enter(needs, { account: await accountOf(db, userId), by: 'client', session: { device }, requestId })
}

/**
 * Opens a session for a token that came in an address. The token's own session ends with it, so that neither the address
 * nor the token opens anything again; the new one lasts no longer than that would have.
 */
export async function enterWithToken(needs: EntryNeeds, token: string, source: Source): Promise<Entered | Denied> {
  const { db, settings, sessionKeys, clock, upstream } = needs
  const { requestId, device } = source
  const now = clock()
  const sessionId = await sessionIdOf(token, sessionKeys, now)
  const session = sessionId ? await findOpenSession(db, { sessionId, now, life: settings.now().session }) : undefined
  if (!sessionId && upstream) return upstream.enterWithToken(token, source)
  if (!session || !(await revokeSession(db, { sessionId: session.sessionId, now }))) return { kind: 'wrong' }
  const { userId, readonly, operatorSessionId, authenticatedAt, expiresAt } = session
  const entered = await enter(needs, {
    account: await accountOf(db, userId),
    by: 'token',
    session: { readonly, operatorSessionId, authenticatedAt, expiresAt, device },
    impersonatorId: session.impersonatorId,
    requestId,
  })
  await upstream?.handOver(session.sessionId, entered.token)
  return entered
}

/** Where a request comes from. */
export function sourceOf(request: FastifyRequest): Source {
  return {
    address: request.ip,
    requestId: request.id,
    device: deviceOf(request.headers['user-agent']),
    deviceToken: request.cookies?.[deviceCookie],
  }
}

/** What is known of a session before it is opened. */
type SessionFacts = Partial<
  Pick<
    NewSession,
    'readonly' | 'operatorSessionId' | 'authenticatedAt' | 'expiresAt' | 'device' | 'sealedProviderToken'
  >
>

type Entry = {
  account: Account
  by: 'password' | 'client' | 'token' | 'openid' | 'code' | 'passkey' | 'recovery_code' | 'link'
  session: SessionFacts
  /** The operator who comes in to see what the account's owner sees. */
  impersonatorId?: number | null
  requestId: string
}

/** Somebody has come in. */
export const signedIn = happening<{ by: Entry['by'] }>('signed-in')

/** Lets somebody in whose account is known. */
export async function enter(
  needs: EntryNeeds,
  { account, by, session, impersonatorId, requestId }: Entry,
): Promise<Entered> {
  const { userId, locale, mustChangePassword } = account
  const readonly = session.readonly ?? false
  const token = await newToken(needs, account, session)
  if (!readonly) signedIn.tell({ by })
  await writeAudit(needs.db, {
    ...auditedActor({ userId, impersonatorId }),
    action: 'logged_in',
    after: { by, readonly },
    requestId,
  })
  const isOwnBrowser = !readonly && by !== 'token' && by !== 'client'
  return { kind: 'entered', token, locale, mustChangePassword, userId: isOwnBrowser ? userId : undefined }
}

/** Opens a session and signs its token. */
export async function newToken(
  { db, settings, sessionKeys, clock }: EntryNeeds,
  { userId, locale }: Pick<Account, 'userId' | 'locale'>,
  session: SessionFacts = {},
): Promise<string> {
  const { session: life, jwtUserIdField: userIdField } = settings.now()
  const now = clock()
  const { sessionId, expiresAt } = await openSession(db, { ...session, userId, now, life })
  const claims = { sessionId, userId, locale, readonly: session.readonly ?? false, expiresAt }
  return signToken(claims, { keys: sessionKeys, userIdField }, now)
}
