import { decodeJwt } from 'jose'
import type { CustomerActor } from '#kit/actor.ts'
import { allowedVersions } from '#kit/boot.ts'
import { isRefused, Refused } from '#kit/refusal.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { bulkJsonLimits, checkJsonLimits, JsonLimitExceeded } from '#kit/server/limited-json.ts'
import { makeSend, type Send } from '#kit/web/send.ts'
import { AnswerTooLongError, readLimitedText } from '#outside/upstream/read-limited-text.ts'
import { type UpstreamClient, UpstreamFailure } from '#outside/upstream/upstream-client.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { parseLocale } from '#vocabulary/locale.ts'
import { changePassword, checkToken, logIn, logInClient, logOut, readAnyProfile } from '../api.ts'
import { accountOf } from './account-store.ts'
import type { PasswordChanged, PasswordRejected } from './change-password.ts'
import type { ClientCredential } from './client-store.ts'
import { revokeSessionsOf } from './session-store.ts'
import { sessionIdOf } from './session-token.ts'
import {
  createSessionToken,
  type RequestSource,
  type SignInDenied,
  type SignInDeps,
  type SignInSuccess,
  signIn,
} from './sign-in.ts'
import { countAttempt, refundAttempt } from './sign-in-throttle.ts'
import { deleteUpstreamToken, saveUpstreamToken, saveUpstreamUser, upstreamTokenOf } from './upstream-store.ts'

// Replies contain a token or a profile.
const maxUpstreamResponseBytes = 200_000

type UpstreamAuthenticatorDeps = Omit<SignInDeps, 'upstream'> & {
  upstream: UpstreamClient
  address: string
  encryptionKeys: KeyRing
}

/** Sign-in where the portal stands in front of an upstream server that knows the customers. */
export type UpstreamAuthenticator = {
  server: UpstreamClient
  signInWithPassword(
    credentials: { user: string; password: string },
    source: RequestSource,
  ): Promise<SignInSuccess | SignInDenied>
  signInAsClient(credential: ClientCredential, source: RequestSource): Promise<SignInSuccess | SignInDenied>
  /** For a token of the upstream server from a URL. */
  signInWithToken(token: string, source: RequestSource): Promise<SignInSuccess | SignInDenied>
  /** Moves the upstream token of a session to the session that replaces it. */
  transferToken(fromSessionId: string, token: string): Promise<void>
  changePassword(
    actor: Pick<CustomerActor, 'userId' | 'sessionId' | 'locale'>,
    input: { current: string; password: string },
    source: RequestSource,
  ): Promise<PasswordChanged | PasswordRejected | SignInDenied>
  /** Ends the session at the upstream server as well, if it can be reached. */
  signOut(sessionId: string, requestId: string): Promise<void>
  tokenOf(sessionId: string): Promise<string | null>
}

/**
 * Signs in users whom the upstream server accepts. Their credentials are checked there. The upstream token is stored
 * here, encrypted, with the local session, which may do no more than the token allows.
 */
export function upstreamAuthenticator({
  upstream,
  address,
  encryptionKeys,
  ...deps
}: UpstreamAuthenticatorDeps): UpstreamAuthenticator {
  const { db, settings, sessionKeys, clock } = deps

  /** Returns a function that calls the upstream server, with a token once there is one. */
  function sendWith(token: string | null, requestId: string): Send {
    return makeSend(
      async ({ method, path, headers, body }) => {
        const requestHeaders: Record<string, string> = { ...headers, 'x-request-id': requestId }
        if (token !== null) requestHeaders.authorization = `Bearer ${token}`
        if (body !== undefined) requestHeaders['content-length'] = String(Buffer.byteLength(body))
        try {
          const answer = await upstream.send({ method, path, headers: requestHeaders, body })
          // Redirects are not followed, and server errors are not taken for a refusal of the credentials.
          if (answer.status >= 500 || (answer.status >= 300 && answer.status < 400)) {
            answer.body.resume()
            throw new Refused('upstream_failed', 502)
          }
          const text = await readLimitedText(answer.body, maxUpstreamResponseBytes)
          checkJsonLimits(text, bulkJsonLimits)
          return { status: answer.status, text }
        } catch (failure) {
          if (failure instanceof AnswerTooLongError || failure instanceof JsonLimitExceeded)
            throw new Refused('upstream_failed', 502)
          if (!(failure instanceof UpstreamFailure)) throw failure
          throw failure.kind === 'unanswered'
            ? new Refused('upstream_late', 504)
            : new Refused('upstream_unreachable', 502)
        }
      },
      { versions: () => allowedVersions({ settings: settings.now() }) },
    )
  }

  type UpstreamSession = {
    token: string
    mustChangePassword?: boolean
    login: string
    by: 'password' | 'client' | 'token'
  }

  async function open(
    { token, mustChangePassword = false, login, by }: UpstreamSession,
    { requestId, device }: RequestSource,
  ) {
    const claims = decodeClaims(token, settings.now().jwtUserIdField)
    const profile = await readUpstreamProfile(sendWith(token, requestId))
    const userId = await saveUpstreamUser(db, {
      address,
      id: claims.userId ?? `typed ${login.trim().toLowerCase()}`,
      email: profile?.email ?? '',
      name: profile?.name ?? login,
      locale: claims.locale ?? parseLocale(settings.now().defaultLocale) ?? 'es',
      mustChangePassword,
    })
    const session = { device, readonly: claims.readonly, ...endOf(claims.expiresAt) }
    const signedIn = await signIn(deps, { account: await accountOf(db, userId), by, session, requestId })
    await storeToken(signedIn.token, token)
    return signedIn
  }

  // A local session lasts no longer than the upstream token.
  function endOf(expiresAt: Date | null): { expiresAt?: Date } {
    const own = new Date(clock().getTime() + settings.now().session.absoluteHours * msPerHour)
    return expiresAt && expiresAt < own ? { expiresAt } : {}
  }

  async function storeToken(ownToken: string, token: string) {
    const sessionId = await sessionIdOf(ownToken, sessionKeys, clock())
    await saveUpstreamToken(db, sessionId!, token, encryptionKeys)
  }

  /** Attempts are counted here, because the upstream server sees a single visitor: the portal. */
  async function withThrottle(
    attempt: { address: string; account: string },
    attemptSignIn: () => Promise<SignInSuccess | null>,
  ): Promise<SignInSuccess | SignInDenied> {
    const retryAfterSeconds = await countAttempt(db, attempt, clock())
    if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
    const signedIn = await attemptSignIn()
    if (!signedIn) return { kind: 'wrong' }
    await refundAttempt(db, attempt)
    return signedIn
  }

  return {
    server: upstream,

    signInWithPassword({ user, password }, source) {
      const attempt = { address: source.address, account: `typed:${user.trim().toLowerCase()}` }
      return withThrottle(attempt, async () => {
        const reply = await nullIfRefused(sendWith(null, source.requestId)(logIn, { body: { user, password } }))
        if (!reply || !('token' in reply)) return null
        const { token, change_password: mustChangePassword } = reply
        return open({ token, mustChangePassword, login: user, by: 'password' }, source)
      })
    },

    signInAsClient({ clientId, secret }, source) {
      return withThrottle({ address: source.address, account: `client:${clientId}` }, async () => {
        const body = { client_id: clientId, secret }
        const reply = await nullIfRefused(sendWith(null, source.requestId)(logInClient, { body }))
        return reply && open({ token: reply.token, login: clientId, by: 'client' }, source)
      })
    },

    async signInWithToken(token, source) {
      const reply = await nullIfRefused(sendWith(null, source.requestId)(checkToken, { body: { token } }))
      if (!reply?.token_is_valid) return { kind: 'wrong' }
      const { userId } = decodeClaims(token, settings.now().jwtUserIdField)
      // Without a user id, users could not be told apart.
      return userId === null ? { kind: 'wrong' } : open({ token, login: userId, by: 'token' }, source)
    },

    async transferToken(fromSessionId, ownToken) {
      const token = await upstreamTokenOf(db, fromSessionId, encryptionKeys)
      if (token !== null) await storeToken(ownToken, token)
      await deleteUpstreamToken(db, fromSessionId)
    },

    async changePassword({ userId, sessionId, locale }, body, { address: from, requestId, device }) {
      const attempt = { address: from, account: `password:${userId}` }
      const retryAfterSeconds = await countAttempt(db, attempt, clock())
      if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
      const token = await upstreamTokenOf(db, sessionId, encryptionKeys)
      if (token === null) throw new Refused('token_expired', 401)
      const reply = await sendWith(token, requestId)(changePassword, { body }).catch((refused: unknown) => {
        if (!isRefused(refused)) throw refused
        if (refused.status === 400 && refused.fields) return { fields: refused.fields }
        if (refused.status === 403) return null
        throw refused
      })
      if (reply && 'fields' in reply) return { kind: 'rejected', problems: Object.values(reply.fields).flat() }
      if (!reply || !('token' in reply)) return { kind: 'wrong' }
      await refundAttempt(db, attempt)
      await db.updateTable('user_account').set({ must_change_password: false }).where('user_id', '=', userId).execute()
      await revokeSessionsOf(db, { userId, now: clock() })
      const ownToken = await createSessionToken(deps, await accountOf(db, userId), { device })
      await storeToken(ownToken, reply.token)
      // Only the upstream server knows which other access there is.
      return { kind: 'changed', token: ownToken, locale, hasOtherAccess: false }
    },

    async signOut(sessionId, requestId) {
      const token = await upstreamTokenOf(db, sessionId, encryptionKeys)
      await deleteUpstreamToken(db, sessionId)
      // The user is signed out here. If the call does not arrive, the upstream token expires by itself.
      if (token !== null) await sendWith(token, requestId)(logOut, {}).catch(() => undefined)
    },

    tokenOf: (sessionId) => upstreamTokenOf(db, sessionId, encryptionKeys),
  }
}

/** Returns the reply, or null if it was refused as invalid credentials. */
async function nullIfRefused<Reply>(request: Promise<Reply>): Promise<Reply | null> {
  try {
    return await request
  } catch (failure) {
    if (isRefused(failure) && failure.status < 500 && failure.status !== 429) return null
    throw failure
  }
}

async function readUpstreamProfile(send: Send): Promise<{ email: string; name: string } | null> {
  const reply = await nullIfRefused(send(readAnyProfile, {}))
  return reply && 'result' in reply ? reply.result : reply
}

type UpstreamClaims = { userId: string | null; readonly: boolean; locale: string | null; expiresAt: Date | null }

/**
 * Returns the claims of an upstream token, as the specification defines them. The token itself is verified upstream.
 */
function decodeClaims(token: string, userIdField: string): UpstreamClaims {
  try {
    const claims = decodeJwt(token)
    const userId = claims[userIdField]
    return {
      userId: typeof userId === 'number' || typeof userId === 'string' ? String(userId) : null,
      readonly: claims.readonly === true,
      locale: typeof claims.locale === 'string' ? parseLocale(claims.locale) : null,
      expiresAt: typeof claims.exp === 'number' ? new Date(claims.exp * 1000) : null,
    }
  } catch {
    return { userId: null, readonly: false, locale: null, expiresAt: null }
  }
}
