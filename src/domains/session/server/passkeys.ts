import type { VerifyAuthenticationResponseOpts, VerifyRegistrationResponseOpts } from '@simplewebauthn/server'
import type { Database } from '#db/database.ts'
import { findPasskey, noteUse, type Passkey, passkeysOf } from './passkey-store.ts'
import { keepChallenge, takeChallenge } from './second-factor-store.ts'

/** Where the browser is: passkeys belong to a host, and their signatures name the whole origin. */
export type Place = { origin: string }
/** What the browser is asked or answers, in the JSON of WebAuthn level 3. */
export type WebAuthnJson = Record<string, unknown>

type Needs = { db: Database; clock: () => Date }

// Comes with the first passkey: it takes memory that a server without any should not give.
const webAuthn = () => import('@simplewebauthn/server')

/** A question to a browser for one of a user's passkeys, or of anybody's where none is named. */
export async function askForPasskey({ db, clock }: Needs, { origin }: Place, userId: number | null) {
  const known = userId === null ? [] : await passkeysOf(db, userId)
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: hostOf(origin),
    allowCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    // Without a password before it, the passkey alone must tell that it is its owner who uses it.
    userVerification: userId === null ? 'required' : 'preferred',
  })
  const id = await keepChallenge(db, { purpose: 'passkey', userId, challenge: options.challenge, now: clock() })
  return { id, options: options as unknown as WebAuthnJson }
}

/** The passkey with which a question was answered; undefined for anything but a right answer to that question. */
export async function passkeyOfAnswer(
  { db, clock }: Needs,
  { origin }: Place,
  { id, answer }: { id: string; answer: WebAuthnJson },
): Promise<Passkey | undefined> {
  const now = clock()
  const asked = await takeChallenge(db, { purpose: 'passkey', challengeId: id, now })
  const passkey = asked && (await findPasskey(db, String(answer.id)))
  if (!asked || !passkey || (asked.userId !== null && asked.userId !== passkey.userId)) return undefined
  const { credentialId, publicKey, signCount } = passkey
  const { verifyAuthenticationResponse } = await webAuthn()
  const verified = await verifyAuthenticationResponse({
    response: answer as unknown as VerifyAuthenticationResponseOpts['response'],
    expectedChallenge: asked.challenge,
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    requireUserVerification: asked.userId === null,
    credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter: signCount },
    // Its answers to what does not fit are exceptions.
  }).catch(() => null)
  if (!verified?.verified) return undefined
  await noteUse(db, { passkeyId: passkey.passkeyId, signCount: verified.authenticationInfo.newCounter, now })
  return passkey
}

type Owner = { userId: number; login: string; name: string }

/** A question to a browser to make a passkey for a user. */
export async function askForNewPasskey(
  { db, clock }: Needs,
  { origin }: Place,
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
  const id = await keepChallenge(db, { purpose: 'new_passkey', userId, challenge: options.challenge, now: clock() })
  return { id, options: options as unknown as WebAuthnJson }
}

/** The passkey that a browser has made in answer to that question; undefined for anything else. */
export async function newPasskeyOfAnswer(
  { db, clock }: Needs,
  { origin }: Place,
  { id, userId, answer }: { id: string; userId: number; answer: WebAuthnJson },
) {
  const asked = await takeChallenge(db, { purpose: 'new_passkey', challengeId: id, now: clock() })
  if (!asked || asked.userId !== userId) return undefined
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await verifyRegistrationResponse({
    response: answer as unknown as VerifyRegistrationResponseOpts['response'],
    expectedChallenge: asked.challenge,
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
