import type { CustomerActor } from '#kit/actor.ts'
import { isRefused, Refused } from '#kit/refusal.ts'
import type { UpstreamClient } from '#outside/upstream/upstream-client.ts'
import { changePassword, checkToken, logIn, logInClient, logOut } from '../../api.ts'
import { accountOf } from '../accounts/account-store.ts'
import type { PasswordChanged, PasswordRejected } from '../password/change-password.ts'
import type { ClientCredential } from '../programs/client-store.ts'
import { revokeSessionsOf } from '../sessions/revoke-sessions.ts'
import { createSessionToken, type RequestSource, type SignInDenied, type SignInSuccess } from '../sign-in/sign-in.ts'
import { countAttempt, refundAttempt } from '../sign-in/sign-in-throttle.ts'
import { decodeClaims } from './upstream-claims.ts'
import { createUpstreamSend, nullIfRefused } from './upstream-send.ts'
import { openUpstreamSession, storeUpstreamToken, type UpstreamSessionDeps } from './upstream-session.ts'
import { deleteUpstreamToken, upstreamTokenOf } from './upstream-store.ts'

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
export function upstreamAuthenticator(deps: UpstreamSessionDeps): UpstreamAuthenticator {
  const { upstream, db, settings, encryptionKeys } = deps
  return {
    server: upstream,

    signInWithPassword({ user, password }, source) {
      const attempt = { address: source.address, account: `typed:${user.trim().toLowerCase()}` }
      return withThrottle(deps, attempt, async () => {
        const reply = await nullIfRefused(
          createUpstreamSend(deps, null, source.requestId)(logIn, { body: { user, password } }),
        )
        if (!reply || !('token' in reply)) return null
        const { token, change_password: mustChangePassword } = reply
        return openUpstreamSession(deps, { token, mustChangePassword, login: user, by: 'password' }, source)
      })
    },

    signInAsClient({ clientId, secret }, source) {
      return withThrottle(deps, { address: source.address, account: `client:${clientId}` }, async () => {
        const body = { client_id: clientId, secret }
        const reply = await nullIfRefused(createUpstreamSend(deps, null, source.requestId)(logInClient, { body }))
        return reply && openUpstreamSession(deps, { token: reply.token, login: clientId, by: 'client' }, source)
      })
    },

    async signInWithToken(token, source) {
      const reply = await nullIfRefused(
        createUpstreamSend(deps, null, source.requestId)(checkToken, { body: { token } }),
      )
      if (!reply?.token_is_valid) return { kind: 'wrong' }
      const { userId } = decodeClaims(token, settings.now().jwtUserIdField)
      // Without a user id, users could not be told apart.
      return userId === null
        ? { kind: 'wrong' }
        : openUpstreamSession(deps, { token, login: userId, by: 'token' }, source)
    },

    async transferToken(fromSessionId, ownToken) {
      const token = await upstreamTokenOf(db, fromSessionId, encryptionKeys)
      if (token !== null) await storeUpstreamToken(deps, ownToken, token)
      await deleteUpstreamToken(db, fromSessionId)
    },

    changePassword: (actor, input, source) => changeUpstreamPassword(deps, actor, input, source),

    async signOut(sessionId, requestId) {
      const token = await upstreamTokenOf(db, sessionId, encryptionKeys)
      await deleteUpstreamToken(db, sessionId)
      // The user is signed out here. If the call does not arrive, the upstream token expires by itself.
      if (token !== null) await createUpstreamSend(deps, token, requestId)(logOut, {}).catch(() => undefined)
    },

    tokenOf: (sessionId) => upstreamTokenOf(db, sessionId, encryptionKeys),
  }
}

/** Attempts are counted here, because the upstream server sees a single visitor: the portal. */
async function withThrottle(
  { db, clock }: Pick<UpstreamSessionDeps, 'db' | 'clock'>,
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

async function changeUpstreamPassword(
  deps: UpstreamSessionDeps,
  { userId, sessionId, locale }: Pick<CustomerActor, 'userId' | 'sessionId' | 'locale'>,
  body: { current: string; password: string },
  { address: from, requestId, device }: RequestSource,
): Promise<PasswordChanged | PasswordRejected | SignInDenied> {
  const { upstream: _, ...signInDeps } = deps
  const { db, encryptionKeys, clock } = deps
  const attempt = { address: from, account: `password:${userId}` }
  const retryAfterSeconds = await countAttempt(db, attempt, clock())
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  const token = await upstreamTokenOf(db, sessionId, encryptionKeys)
  if (token === null) throw new Refused('token_expired', 401)
  const reply = await createUpstreamSend(
    deps,
    token,
    requestId,
  )(changePassword, { body }).catch((refused: unknown) => {
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
  const ownToken = await createSessionToken(signInDeps, await accountOf(db, userId), { device })
  await storeUpstreamToken(deps, ownToken, reply.token)
  // Only the upstream server knows which other access there is.
  return { kind: 'changed', token: ownToken, locale, hasOtherAccess: false }
}
