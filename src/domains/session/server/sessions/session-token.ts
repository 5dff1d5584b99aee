import { errors, jwtVerify, SignJWT } from 'jose'
import { type KeyRing, keyHeader, keyOfToken } from '#kit/server/key-ring.ts'

const algorithm = 'HS256'
const audience = 'llum'

export type TokenClaims = { sessionId: string; userId: number; locale: string; readonly: boolean; expiresAt: Date }

/** How tokens are signed: the keys, and the claim name of the user. */
export type TokenSigning = { keys: KeyRing; userIdField: string }

/** Signs the token of a session, with the specification's claims. */
export async function signToken(claims: TokenClaims, { keys, userIdField }: TokenSigning, now: Date): Promise<string> {
  const key = keys.current()
  return new SignJWT({
    [userIdField]: claims.userId,
    locale: claims.locale,
    readonly: claims.readonly,
    sid: claims.sessionId,
  })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', ...keyHeader(key) })
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(claims.expiresAt)
    .sign(key.value)
}

/** Returns the session id of a token. Null if it is not ours, altered or expired. */
export async function sessionIdOf(token: string, keys: KeyRing, now: Date): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, keyOfToken(keys), {
      algorithms: [algorithm],
      audience,
      currentDate: now,
    })
    return typeof payload.sid === 'string' ? payload.sid : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
