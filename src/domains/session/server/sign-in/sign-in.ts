import type { FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { eventChannel } from '#kit/server/event-channel.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { type Account, accountOf, findAccounts, type Role } from '../accounts/account-store.ts'
import { auditedActor } from '../impersonation/audited-actor.ts'
import { isPasswordOf } from '../password/passwords.ts'
import { authenticateClient, type ClientCredential } from '../programs/client-store.ts'
import { revokeSession } from '../sessions/revoke-sessions.ts'
import { findOpenSession, hasSecondFactor, type NewSession, openSession } from '../sessions/session-store.ts'
import { sessionIdOf, signToken } from '../sessions/session-token.ts'
import type { UpstreamAuthenticator } from '../upstream/upstream-authenticator.ts'
import { deviceOf } from './device.ts'
import { deviceCookie, findKnownDevice } from './known-device.ts'
import { countAttempt, refundAttempt } from './sign-in-throttle.ts'

/** The dependencies of signing in. */
export type SignInDeps = {
  db: Database
  settings: Pick<LiveSettings, 'now'>
  sessionKeys: KeyRing
  clock: () => Date
  /** The upstream server that knows the customers, if there is one. */
  upstream?: UpstreamAuthenticator
}

/** The source of an attempt. */
export type RequestSource = {
  address: string
  requestId: string
  device: string | null
  /** The cookie of a browser in which a user signed in before. */
  deviceToken?: string
}

/** A successful sign-in with the token of the new session. */
export type SignInSuccess = {
  kind: 'signedIn'
  token: string
  locale: string
  mustChangePassword: boolean
  /** Absent if it is not certain that this is the user's own browser: they signed in with a token or a client id. */
  userId?: number
}
/** A failed sign-in: wrong credentials, or too many attempts until the given seconds have passed. */
export type SignInDenied = { kind: 'wrong' } | { kind: 'throttled'; retryAfterSeconds: number }

/** The password was correct, and the account requires a second step. */
export type SecondFactorRequired = { kind: 'secondFactorRequired'; userId: number }

/** Opens a session for user and password. */
export async function signInWithPassword(
  deps: SignInDeps,
  credentials: { user: string; password: string },
  source: RequestSource,
): Promise<SignInSuccess | SignInDenied | SecondFactorRequired> {
  if (deps.upstream) return deps.upstream.signInWithPassword(credentials, source)
  const verification = await verifyPassword(deps, credentials, source)
  if (verification.kind !== 'verified') return verification
  const { account } = verification
  if (await hasSecondFactor(deps.db, account.userId)) return { kind: 'secondFactorRequired', userId: account.userId }
  const { device, requestId } = source
  return signIn(deps, { account, by: 'password', session: { device }, requestId })
}

/**
 * Returns the account of a user and password for a role. An unknown user is answered like a wrong password, and after
 * the same time.
 */
export async function verifyPassword(
  { db, clock, sessionKeys }: Pick<SignInDeps, 'db' | 'clock' | 'sessionKeys'>,
  { user, password, role = 'customer' }: { user: string; password: string; role?: Role },
  { address, requestId, deviceToken }: RequestSource,
): Promise<{ kind: 'verified'; account: Account } | SignInDenied> {
  const candidates = await findAccounts(db, user, role)
  const [only] = candidates.length === 1 ? candidates : []
  // Wrong attempts from elsewhere do not count in a known browser of the user.
  const device = findKnownDevice(deviceToken, only?.userId ?? 0, { keys: sessionKeys, now: clock() })
  const accountKey = only ? `user:${only.userId}` : attemptAccountKey(candidates, user)
  const attempt = { address, account: device ? `${accountKey} device:${device}` : accountKey }
  const retryAfterSeconds = await countAttempt(db, attempt, clock())
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }

  const account = await findAccountMatchingPassword(candidates, password)
  if (!account) {
    await writeAudit(db, { action: 'login_failed', subject: only && `user:${only.userId}`, requestId })
    return { kind: 'wrong' }
  }
  await refundAttempt(db, attempt)
  return { kind: 'verified', account }
}

// Several accounts are counted as one, however the identifier they share is written.
function attemptAccountKey(candidates: readonly Account[], login: string): string {
  return candidates.length
    ? `users:${candidates.map(({ userId }) => userId).join()}`
    : `typed:${login.trim().toLowerCase()}`
}

/** Returns the only one of the accounts that a password opens. Without accounts it does as much work as for one. */
async function findAccountMatchingPassword(
  candidates: readonly Account[],
  password: string,
): Promise<Account | undefined> {
  const matches: Account[] = []
  if (candidates.length === 0) await isPasswordOf(undefined, password)
  for (const account of candidates) if (await isPasswordOf(account.passwordHash, password)) matches.push(account)
  return matches.length === 1 ? matches[0] : undefined
}

/** Opens a session for a program that knows a client's id and secret. */
export async function signInAsClient(
  deps: SignInDeps,
  credential: ClientCredential,
  source: RequestSource,
): Promise<SignInSuccess | SignInDenied> {
  const { db, clock, upstream } = deps
  if (upstream) return upstream.signInAsClient(credential, source)
  const { address, requestId, device } = source
  const attempt = { address, account: `client:${credential.clientId}` }
  const retryAfterSeconds = await countAttempt(db, attempt, clock())
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }

  const userId = await authenticateClient(db, credential)
  if (userId === undefined) {
    await writeAudit(db, { action: 'login_failed', subject: 'client', requestId })
    return { kind: 'wrong' }
  }
  await refundAttempt(db, attempt)
  return signIn(deps, { account: await accountOf(db, userId), by: 'client', session: { device }, requestId })
}

/**
 * Opens a session for a token from a URL. The token's own session ends, so that neither the URL nor the token can be
 * used again; the new one lasts no longer than that one would have.
 */
export async function signInWithToken(
  deps: SignInDeps,
  token: string,
  source: RequestSource,
): Promise<SignInSuccess | SignInDenied> {
  const { db, settings, sessionKeys, clock, upstream } = deps
  const { requestId, device } = source
  const now = clock()
  const sessionId = await sessionIdOf(token, sessionKeys, now)
  const session = sessionId
    ? await findOpenSession(db, { sessionId, now, lifetime: settings.now().session })
    : undefined
  if (!sessionId && upstream) return upstream.signInWithToken(token, source)
  if (!session || !(await revokeSession(db, { sessionId: session.sessionId, now }))) return { kind: 'wrong' }
  const { userId, readonly, operatorSessionId, authenticatedAt, expiresAt } = session
  const signedIn = await signIn(deps, {
    account: await accountOf(db, userId),
    by: 'token',
    session: { readonly, operatorSessionId, authenticatedAt, expiresAt, device },
    impersonatorId: session.impersonatorId,
    requestId,
  })
  await upstream?.transferToken(session.sessionId, signedIn.token)
  return signedIn
}

export function requestSourceOf(request: FastifyRequest): RequestSource {
  return {
    address: request.ip,
    requestId: request.id,
    device: deviceOf(request.headers['user-agent']),
    deviceToken: request.cookies?.[deviceCookie],
  }
}

/** What is known of a session before it is opened. */
type SessionDetails = Partial<
  Pick<
    NewSession,
    'readonly' | 'operatorSessionId' | 'authenticatedAt' | 'expiresAt' | 'device' | 'sealedProviderToken'
  >
>

type SignInInput = {
  account: Account
  by: 'password' | 'client' | 'token' | 'openid' | 'code' | 'passkey' | 'recovery_code' | 'link'
  session: SessionDetails
  /** The operator who impersonates the account's owner. */
  impersonatorId?: number | null
  requestId: string
}

/** Published after every sign-in. */
export const signInChannel = eventChannel<{ by: SignInInput['by'] }>('signed-in')

/** Signs in to an account that is already authenticated. */
export async function signIn(
  deps: SignInDeps,
  { account, by, session, impersonatorId, requestId }: SignInInput,
): Promise<SignInSuccess> {
  const { userId, locale, mustChangePassword } = account
  const readonly = session.readonly ?? false
  const token = await createSessionToken(deps, account, session)
  if (!readonly) signInChannel.publish({ by })
  await writeAudit(deps.db, {
    ...auditedActor({ userId, impersonatorId }),
    action: 'logged_in',
    after: { by, readonly },
    requestId,
  })
  const isOwnBrowser = !readonly && by !== 'token' && by !== 'client'
  return { kind: 'signedIn', token, locale, mustChangePassword, userId: isOwnBrowser ? userId : undefined }
}

/** Opens a session and signs its token. */
export async function createSessionToken(
  { db, settings, sessionKeys, clock }: SignInDeps,
  { userId, locale }: Pick<Account, 'userId' | 'locale'>,
  session: SessionDetails = {},
): Promise<string> {
  const { session: lifetime, jwtUserIdField: userIdField } = settings.now()
  const now = clock()
  const { sessionId, expiresAt } = await openSession(db, { ...session, userId, now, lifetime })
  const claims = { sessionId, userId, locale, readonly: session.readonly ?? false, expiresAt }
  return signToken(claims, { keys: sessionKeys, userIdField }, now)
}
