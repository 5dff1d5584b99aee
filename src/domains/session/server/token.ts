import { errors, jwtVerify, SignJWT } from 'jose'

const algorithm = 'HS256'
const audience = 'llum'

export type TokenClaims = { sessionId: string; userId: number; locale: string; readonly: boolean; expiresAt: Date }

/** How tokens are signed: with which key, and under which name they carry the user. */
export type Signing = { key: Uint8Array; userIdField: string }

/** The token of a session, with the specification's claims. */
export async function signToken(claims: TokenClaims, { key, userIdField }: Signing, now: Date): Promise<string> {
  return new SignJWT({
    [userIdField]: claims.userId,
    locale: claims.locale,
    readonly: claims.readonly,
    sid: claims.sessionId,
  })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(claims.expiresAt)
    .sign(key)
}

/** The session that a token stands for, or null when it is not ours, altered or past its time. */
export async function sessionIdOf(token: string, key: Uint8Array, now: Date): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], audience, currentDate: now })
    return typeof payload.sid === 'string' ? payload.sid : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
