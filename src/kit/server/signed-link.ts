import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { msPerDay } from '#vocabulary/durations.ts'
import { type KeyRing, keyHeader, keyOfToken } from './key-ring.ts'

export type LinkSigningContext = { keys: KeyRing; now: Date }

const algorithm = 'HS256'

/** Signs the token of a link, which opens nothing but what `audience` names, for a number of days. */
export function signClaims(
  claims: JWTPayload,
  { audience, days, keys, now }: LinkSigningContext & { audience: string; days: number },
): Promise<string> {
  const key = keys.current()
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', ...keyHeader(key) })
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + days * msPerDay))
    .sign(key.value)
}

/** Returns the claims of a token. Null if it is not ours, altered, made for another audience or expired. */
export async function verifyClaims(
  token: string,
  { audience, keys, now }: LinkSigningContext & { audience: string },
): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, keyOfToken(keys), {
      ...{ algorithms: [algorithm], audience, currentDate: now, requiredClaims: ['exp'] },
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
