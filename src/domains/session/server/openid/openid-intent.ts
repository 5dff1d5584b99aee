import { errors, jwtVerify, SignJWT } from 'jose'
import { type KeyRing, keyHeader, keyOfToken } from '#kit/server/key-ring.ts'
import type { PendingSignIn } from '#outside/identity/identity.ts'

const maxSearchLength = 1500
const algorithm = 'HS256'
const audience = 'openid'

/** What a user wants at the identity provider, stored in their browser until they return. */
export type OpenidIntent = {
  /** The query of the sign-in page, which contains where they were going. */
  search: string
  /** The user to link the identity with; absent for a sign-in. */
  linkTo?: number
  isFresh: boolean
}

type IntentOptions = { signingKeys: KeyRing; now: Date }

/** Signs what the reply of the provider must match, and what the user wants, for a number of seconds. */
export function signIntent(
  { search, ...intent }: PendingSignIn & OpenidIntent,
  { signingKeys, now, seconds }: IntentOptions & { seconds: number },
): Promise<string> {
  const key = signingKeys.current()
  return new SignJWT({ ...intent, search: search.length <= maxSearchLength ? search : '' })
    .setProtectedHeader({ alg: algorithm, ...keyHeader(key) })
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + seconds * 1000))
    .sign(key.value)
}

/** Returns what was signed, or null if it is missing, expired or not ours. */
export async function readSignedIntent(
  signed: string | undefined,
  { signingKeys, now }: IntentOptions,
): Promise<(PendingSignIn & OpenidIntent) | null> {
  try {
    const options = { algorithms: [algorithm], audience, currentDate: now }
    const { payload } = await jwtVerify(signed ?? '', keyOfToken(signingKeys), options)
    return payload as unknown as PendingSignIn & OpenidIntent
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
