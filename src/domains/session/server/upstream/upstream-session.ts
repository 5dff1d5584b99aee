import type { KeyRing } from '#kit/server/key-ring.ts'
import type { Send } from '#kit/web/send.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { parseLocale } from '#vocabulary/locale.ts'
import { readAnyProfile } from '../../api.ts'
import { accountOf } from '../accounts/account-store.ts'
import { sessionIdOf } from '../sessions/session-token.ts'
import { type RequestSource, type SignInDeps, type SignInSuccess, signIn } from '../sign-in/sign-in.ts'
import { decodeClaims } from './upstream-claims.ts'
import { createUpstreamSend, nullIfRefused, type UpstreamSendDeps } from './upstream-send.ts'
import { saveUpstreamToken, saveUpstreamUser } from './upstream-store.ts'

export type UpstreamSessionDeps = Omit<SignInDeps, 'upstream'> &
  UpstreamSendDeps & {
    address: string
    encryptionKeys: KeyRing
  }

type UpstreamSession = {
  token: string
  mustChangePassword?: boolean
  login: string
  by: 'password' | 'client' | 'token'
}

/** Opens a local session for a user whom the upstream server has accepted, and stores its token with the session. */
export async function openUpstreamSession(
  deps: UpstreamSessionDeps,
  { token, mustChangePassword = false, login, by }: UpstreamSession,
  { requestId, device }: RequestSource,
): Promise<SignInSuccess> {
  const { db, settings, address } = deps
  const claims = decodeClaims(token, settings.now().jwtUserIdField)
  const profile = await readUpstreamProfile(createUpstreamSend(deps, token, requestId))
  const userId = await saveUpstreamUser(db, {
    address,
    id: claims.userId ?? `typed ${login.trim().toLowerCase()}`,
    email: profile?.email ?? '',
    name: profile?.name ?? login,
    locale: claims.locale ?? parseLocale(settings.now().defaultLocale) ?? 'es',
    mustChangePassword,
  })
  const session = { device, readonly: claims.readonly, ...endOf(claims.expiresAt, deps) }
  const { upstream: _, ...signInDeps } = deps
  const signedIn = await signIn(signInDeps, { account: await accountOf(db, userId), by, session, requestId })
  await storeUpstreamToken(deps, signedIn.token, token)
  return signedIn
}

/** Stores a token of the upstream server with the session that a token of ours opens. */
export async function storeUpstreamToken(
  { db, sessionKeys, encryptionKeys, clock }: UpstreamSessionDeps,
  ownToken: string,
  token: string,
) {
  const sessionId = await sessionIdOf(ownToken, sessionKeys, clock())
  await saveUpstreamToken(db, sessionId!, token, encryptionKeys)
}

// A local session lasts no longer than the upstream token.
function endOf(expiresAt: Date | null, { settings, clock }: UpstreamSessionDeps): { expiresAt?: Date } {
  const own = new Date(clock().getTime() + settings.now().session.absoluteHours * msPerHour)
  return expiresAt && expiresAt < own ? { expiresAt } : {}
}

async function readUpstreamProfile(send: Send): Promise<{ email: string; name: string } | null> {
  const reply = await nullIfRefused(send(readAnyProfile, {}))
  return reply && 'result' in reply ? reply.result : reply
}
