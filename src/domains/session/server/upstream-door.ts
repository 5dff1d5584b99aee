import { decodeJwt } from 'jose'
import type { CustomerActor } from '#kit/actor.ts'
import { allowedVersions } from '#kit/boot.ts'
import { parseLocale } from '#kit/locale.ts'
import { isRefused, Refused } from '#kit/refusal.ts'
import { bulkJsonLimits, checkJsonLimits, JsonLimitExceeded } from '#kit/server/limited-json.ts'
import { makeSend, type Send } from '#kit/web/send.ts'
import { AnswerTooLong, readText } from '#outside/upstream/read-text.ts'
import { type Upstream, UpstreamFailure } from '#outside/upstream/upstream.ts'
import { changePassword, checkToken, logIn, logInClient, logOut, readAnyProfile } from '../api.ts'
import { accountOf } from './account-store.ts'
import type { Changed, Unfit } from './change-password.ts'
import type { ClientCredential } from './client-store.ts'
import { type Denied, type Entered, type EntryNeeds, enter, newToken, type Source } from './entry.ts'
import type { KeyRing } from './keys/key-ring.ts'
import { revokeSessionsOf } from './session-store.ts'
import { countAttempt, forgiveAttempt } from './throttle.ts'
import { sessionIdOf } from './token.ts'
import { forgetUpstreamToken, keepUpstreamToken, keepUpstreamUser, upstreamTokenOf } from './upstream-store.ts'

// A token and who it is of.
const longestAnswerBytes = 200_000

type Needs = Omit<EntryNeeds, 'upstream'> & { upstream: Upstream; address: string; sealingKeys: KeyRing }

/** The ways in, where the portal stands in front of another server that knows its customers. */
export type UpstreamDoor = {
  server: Upstream
  enterWithPassword(given: { user: string; password: string }, source: Source): Promise<Entered | Denied>
  enterAsClient(credential: ClientCredential, source: Source): Promise<Entered | Denied>
  /** For a token of the other server that came in an address. */
  enterWithToken(token: string, source: Source): Promise<Entered | Denied>
  /** Hands the other server's token of a session over to the one that takes its place. */
  handOver(fromSessionId: string, token: string): Promise<void>
  changePassword(
    actor: Pick<CustomerActor, 'userId' | 'sessionId' | 'locale'>,
    wanted: { current: string; password: string },
    source: Source,
  ): Promise<Changed | Unfit | Denied>
  /** Ends the session there as well, as far as it can be reached. */
  leave(sessionId: string, requestId: string): Promise<void>
  tokenOf(sessionId: string): Promise<string | null>
}

/**
 * Lets in whom the other server lets in: it is asked with what they bring, its token stays here, encrypted beside the
 * session of ours that they get, and that session may do no more than the token says.
 */
export function upstreamDoor({ upstream, address, sealingKeys, ...needs }: Needs): UpstreamDoor {
  const { db, settings, sessionKeys, clock } = needs

  /** Makes calls there, with a token once there is one. */
  function sendWith(token: string | null, requestId: string): Send {
    return makeSend(
      async ({ method, path, headers, body }) => {
        const sent: Record<string, string> = { ...headers, 'x-request-id': requestId }
        if (token !== null) sent.authorization = `Bearer ${token}`
        if (body !== undefined) sent['content-length'] = String(Buffer.byteLength(body))
        try {
          const answer = await upstream.ask({ method, path, headers: sent, body })
          // Nobody else's pages are read, and no server's troubles taken for a refusal of what somebody typed.
          if (answer.status >= 500 || (answer.status >= 300 && answer.status < 400)) {
            answer.body.resume()
            throw new Refused('upstream_failed', 502)
          }
          const text = await readText(answer.body, longestAnswerBytes)
          checkJsonLimits(text, bulkJsonLimits)
          return { status: answer.status, text }
        } catch (failure) {
          if (failure instanceof AnswerTooLong || failure instanceof JsonLimitExceeded)
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

  type Told = { token: string; mustChangePassword?: boolean; typed: string; by: 'password' | 'client' | 'token' }

  async function open({ token, mustChangePassword = false, typed, by }: Told, { requestId, device }: Source) {
    const claims = claimsOf(token, settings.now().jwtUserIdField)
    const profile = await profileOf(sendWith(token, requestId))
    const userId = await keepUpstreamUser(db, {
      address,
      id: claims.userId ?? `typed ${typed.trim().toLowerCase()}`,
      email: profile?.email ?? '',
      name: profile?.name ?? typed,
      locale: claims.locale ?? parseLocale(settings.now().defaultLocale) ?? 'es',
      mustChangePassword,
    })
    const session = { device, readonly: claims.readonly, ...endOf(claims.expiresAt) }
    const entered = await enter(needs, { account: await accountOf(db, userId), by, session, requestId })
    await keep(entered.token, token)
    return entered
  }

  // A session of ours is no longer than what the other server gives.
  function endOf(expiresAt: Date | null): { expiresAt?: Date } {
    const own = new Date(clock().getTime() + settings.now().session.absoluteHours * 3_600_000)
    return expiresAt && expiresAt < own ? { expiresAt } : {}
  }

  async function keep(ownToken: string, token: string) {
    const sessionId = await sessionIdOf(ownToken, sessionKeys, clock())
    await keepUpstreamToken(db, sessionId!, token, sealingKeys)
  }

  /** Whoever tries is counted here, because the other server sees one visitor only: us. */
  async function counted(
    attempt: { address: string; account: string },
    ask: () => Promise<Entered | null>,
  ): Promise<Entered | Denied> {
    const retryAfterSeconds = await countAttempt(db, attempt, clock())
    if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
    const entered = await ask()
    if (!entered) return { kind: 'wrong' }
    await forgiveAttempt(db, attempt)
    return entered
  }

  return {
    server: upstream,

    enterWithPassword({ user, password }, source) {
      const attempt = { address: source.address, account: `typed:${user.trim().toLowerCase()}` }
      return counted(attempt, async () => {
        const told = await unlessRefused(sendWith(null, source.requestId)(logIn, { body: { user, password } }))
        if (!told || !('token' in told)) return null
        const { token, change_password: mustChangePassword } = told
        return open({ token, mustChangePassword, typed: user, by: 'password' }, source)
      })
    },

    enterAsClient({ clientId, secret }, source) {
      return counted({ address: source.address, account: `client:${clientId}` }, async () => {
        const body = { client_id: clientId, secret }
        const told = await unlessRefused(sendWith(null, source.requestId)(logInClient, { body }))
        return told && open({ token: told.token, typed: clientId, by: 'client' }, source)
      })
    },

    async enterWithToken(token, source) {
      const told = await unlessRefused(sendWith(null, source.requestId)(checkToken, { body: { token } }))
      if (!told?.token_is_valid) return { kind: 'wrong' }
      const { userId } = claimsOf(token, settings.now().jwtUserIdField)
      // Without knowing whose it is, nobody could be told from anybody else.
      return userId === null ? { kind: 'wrong' } : open({ token, typed: userId, by: 'token' }, source)
    },

    async handOver(fromSessionId, ownToken) {
      const token = await upstreamTokenOf(db, fromSessionId, sealingKeys)
      if (token !== null) await keep(ownToken, token)
      await forgetUpstreamToken(db, fromSessionId)
    },

    async changePassword({ userId, sessionId, locale }, body, { address: from, requestId, device }) {
      const attempt = { address: from, account: `password:${userId}` }
      const retryAfterSeconds = await countAttempt(db, attempt, clock())
      if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
      const token = await upstreamTokenOf(db, sessionId, sealingKeys)
      if (token === null) throw new Refused('token_expired', 401)
      const told = await sendWith(token, requestId)(changePassword, { body }).catch((refused: unknown) => {
        if (!isRefused(refused)) throw refused
        if (refused.status === 400 && refused.fields) return { fields: refused.fields }
        if (refused.status === 403) return null
        throw refused
      })
      if (told && 'fields' in told) return { kind: 'unfit', problems: Object.values(told.fields).flat() }
      if (!told || !('token' in told)) return { kind: 'wrong' }
      await forgiveAttempt(db, attempt)
      await db.updateTable('user_account').set({ must_change_password: false }).where('user_id', '=', userId).execute()
      await revokeSessionsOf(db, { userId, now: clock() })
      const ownToken = await newToken(needs, await accountOf(db, userId), { device })
      await keep(ownToken, told.token)
      // What else gets in is that server's to know.
      return { kind: 'changed', token: ownToken, locale, hasOtherAccess: false }
    },

    async leave(sessionId, requestId) {
      const token = await upstreamTokenOf(db, sessionId, sealingKeys)
      await forgetUpstreamToken(db, sessionId)
      // Whoever leaves has left here; there the token ends by itself where this does not arrive.
      if (token !== null) await sendWith(token, requestId)(logOut, {}).catch(() => undefined)
    },

    tokenOf: (sessionId) => upstreamTokenOf(db, sessionId, sealingKeys),
  }
}

/** What was asked for, or null when it was refused as something typed wrong would be. */
async function unlessRefused<Told>(asked: Promise<Told>): Promise<Told | null> {
  try {
    return await asked
  } catch (failure) {
    if (isRefused(failure) && failure.status < 500 && failure.status !== 429) return null
    throw failure
  }
}

async function profileOf(send: Send): Promise<{ email: string; name: string } | null> {
  const told = await unlessRefused(send(readAnyProfile, {}))
  return told && 'result' in told ? told.result : told
}

type Claims = { userId: string | null; readonly: boolean; locale: string | null; expiresAt: Date | null }

/** What the other server's token says of itself, as the specification has it; the token itself is checked there. */
function claimsOf(token: string, userIdField: string): Claims {
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
