import type { VerifyAuthenticationResponseOpts, VerifyRegistrationResponseOpts } from '@simplewebauthn/server'
import type { Database } from '#db/database.ts'
import { findPasskey, type Passkey, passkeysOf, recordPasskeyUse } from './passkey-store.ts'
import { claimChallenge, storeChallenge } from './second-factor-store.ts'

/** The origin of the browser: passkeys belong to a host, and their signatures state the whole origin. */
export type BrowserOrigin = { origin: string }
/** A WebAuthn request to the browser, or its response, in the JSON of WebAuthn level 3. */
export type WebAuthnJson = Record<string, unknown>

type WebAuthnDeps = { db: Database; clock: () => Date }

// Imported with the first passkey: it uses memory that a server without passkeys should not spend.
const webAuthn = () => import('@simplewebauthn/server')

/** Creates a challenge for one of a user's passkeys, or for any passkey if no user is given. */
export async function createPasskeyChallenge(
  { db, clock }: WebAuthnDeps,
  { origin }: BrowserOrigin,
  userId: number | null,
) {
  const known = userId === null ? [] : await passkeysOf(db, userId)
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: hostOf(origin),
    allowCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    // Without a password before it, the passkey itself must verify its user.
    userVerification: userId === null ? 'required' : 'preferred',
  })
  const id = await storeChallenge(db, { purpose: 'passkey', userId, challenge: options.challenge, now: clock() })
  return { id, options: options as unknown as WebAuthnJson }
}

/** Returns the passkey that answered a challenge. Undefined for anything but a valid response to that challenge. */
export async function verifyPasskeyResponse(
  { db, clock }: WebAuthnDeps,
  { origin }: BrowserOrigin,
  { id, answer }: { id: string; answer: WebAuthnJson },
): Promise<Passkey | undefined> {
  const now = clock()
  const challenge = await claimChallenge(db, { purpose: 'passkey', challengeId: id, now })
  const passkey = challenge && (await findPasskey(db, String(answer.id)))
  if (!challenge || !passkey || (challenge.userId !== null && challenge.userId !== passkey.userId)) return undefined
  const { credentialId, publicKey, signCount } = passkey
  const { verifyAuthenticationResponse } = await webAuthn()
  const verified = await verifyAuthenticationResponse({
    response: answer as unknown as VerifyAuthenticationResponseOpts['response'],
    expectedChallenge: challenge.challenge,
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    requireUserVerification: challenge.userId === null,
    credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter: signCount },
    // The library throws for an invalid response.
  }).catch(() => null)
  if (!verified?.verified) return undefined
  await recordPasskeyUse(db, { passkeyId: passkey.passkeyId, signCount: verified.authenticationInfo.newCounter, now })
  return passkey
}

type Owner = { userId: number; login: string; name: string }

/** Creates a challenge for a browser to create a passkey for a user. */
export async function createPasskeyRegistration(
  { db, clock }: WebAuthnDeps,
  { origin }: BrowserOrigin,
  { owner: { userId, login, name }, retailer }: { owner: Owner; retailer: string },
) {
  const known = await passkeysOf(db, userId)
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: retailer,
    rpID: hostOf(origin),
    userID: new TextEncoder().encode(`user:${userId}`),
    userName: login,
    userDisplayName: name,
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  const id = await storeChallenge(db, { purpose: 'new_passkey', userId, challenge: options.challenge, now: clock() })
  return { id, options: options as unknown as WebAuthnJson }
}

/** Returns the passkey that a browser created for that challenge. Undefined for anything else. */
export async function verifyPasskeyRegistration(
  { db, clock }: WebAuthnDeps,
  { origin }: BrowserOrigin,
  { id, userId, answer }: { id: string; userId: number; answer: WebAuthnJson },
) {
  const challenge = await claimChallenge(db, { purpose: 'new_passkey', challengeId: id, now: clock() })
  if (!challenge || challenge.userId !== userId) return undefined
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await verifyRegistrationResponse({
    response: answer as unknown as VerifyRegistrationResponseOpts['response'],
    expectedChallenge: challenge.challenge,
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    requireUserVerification: false,
  }).catch(() => null)
  if (!verified?.verified) return undefined
  const { id: credentialId, publicKey, counter: signCount, transports = [] } = verified.registrationInfo.credential
  return { credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), signCount, transports }
}

function hostOf(origin: string): string {
  return new URL(origin).hostname
}
