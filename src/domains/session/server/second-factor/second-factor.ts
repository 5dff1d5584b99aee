import type { CustomerActor } from '#kit/actor.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { decryptText } from '#kit/server/encrypted-text.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { accountOf } from '../accounts/account-store.ts'
import {
  type RequestSource,
  type SignInDenied,
  type SignInDeps,
  type SignInSuccess,
  signIn,
} from '../sign-in/sign-in.ts'
import { countAttempt, refundAttempt } from '../sign-in/sign-in-throttle.ts'
import { findMatchingStep } from './one-time-codes.ts'
import { passkeysOf } from './passkey-store.ts'
import {
  claimChallenge,
  claimCodeStep,
  claimRecoveryCode,
  countRecoveryCodes,
  findChallenge,
  findCodeApp,
  storeChallenge,
} from './second-factor-store.ts'
import { type BrowserOrigin, createPasskeyChallenge, verifyPasskeyResponse, type WebAuthnJson } from './webauthn.ts'

export type FactorKind = 'code' | 'passkey' | 'recovery_code'
/** The second factor a user presents: a code of their app, a recovery code, or a passkey's response to a challenge. */
export type SecondFactorInput = { code: string } | { passkey: { id: string; answer: WebAuthnJson } }

type SecondFactorDeps = SignInDeps & { encryptionKeys: KeyRing }

/** Returns the factors with which a user can take the second step. */
export async function availableFactors({ db }: Pick<SignInDeps, 'db'>, userId: number): Promise<FactorKind[]> {
  const [app, keys, recoveryCodesLeft] = [
    await findCodeApp(db, userId),
    await passkeysOf(db, userId),
    await countRecoveryCodes(db, userId),
  ]
  return [
    ...(keys.length ? (['passkey'] as const) : []),
    ...(app?.confirmedAt ? (['code'] as const) : []),
    ...(recoveryCodesLeft ? (['recovery_code'] as const) : []),
  ]
}

/** Creates the challenge for the second step of a sign-in whose password was correct. */
export async function createSecondFactorChallenge(deps: SecondFactorDeps, origin: BrowserOrigin, userId: number) {
  const { db, clock } = deps
  const kinds = await availableFactors(deps, userId)
  const id = await storeChallenge(db, { purpose: 'second_step', userId, now: clock() })
  return { id, kinds, passkey: kinds.includes('passkey') ? await createPasskeyChallenge(deps, origin, userId) : null }
}

/** Completes a sign-in with its second step. The sign-in starts again if it has waited too long. */
export async function signInWithSecondFactor(
  deps: SecondFactorDeps,
  origin: BrowserOrigin,
  { id, factor }: { id: string; factor: SecondFactorInput },
  { address, requestId, device }: RequestSource,
): Promise<SignInSuccess | SignInDenied | { kind: 'expired' }> {
  const { db, clock } = deps
  const step = { purpose: 'second_step' as const, challengeId: id, now: clock() }
  const challenge = await findChallenge(db, step)
  if (!challenge?.userId) return { kind: 'expired' }
  const verification = await verifyFactor(deps, origin, { userId: challenge.userId, factor, address })
  if (verification.kind === 'wrong')
    await writeAudit(db, { action: 'second_step_failed', subject: `user:${challenge.userId}`, requestId })
  if (verification.kind !== 'verified') return verification
  if (!(await claimChallenge(db, step))) return { kind: 'expired' }
  return signIn(deps, {
    account: await accountOf(db, challenge.userId),
    by: verification.by,
    session: { device },
    requestId,
  })
}

/** Signs in with a passkey that itself verifies its user. */
export async function signInWithPasskey(
  deps: SecondFactorDeps,
  origin: BrowserOrigin,
  passkey: { id: string; answer: WebAuthnJson },
  { address, requestId, device }: RequestSource,
): Promise<SignInSuccess | SignInDenied> {
  const { db, clock } = deps
  const attempt = { address, account: `passkey:${address}` }
  const retryAfterSeconds = await countAttempt(db, attempt, clock())
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  const verifiedPasskey = await verifyPasskeyResponse(deps, origin, passkey)
  if (!verifiedPasskey) return { kind: 'wrong' }
  await refundAttempt(db, attempt)
  return signIn(deps, {
    account: await accountOf(db, verifiedPasskey.userId),
    by: 'passkey',
    session: { device },
    requestId,
  })
}

type FactorVerification = { kind: 'verified'; by: 'code' | 'passkey' | 'recovery_code' } | SignInDenied

/** Checks whether a factor belongs to the user. Guesses are throttled like those of passwords. */
export async function verifyFactor(
  deps: SecondFactorDeps,
  origin: BrowserOrigin,
  { userId, factor, address }: { userId: CustomerActor['userId']; factor: SecondFactorInput; address: string },
): Promise<FactorVerification> {
  const { db, clock } = deps
  const attempt = { address, account: `second:${userId}` }
  const retryAfterSeconds = await countAttempt(db, attempt, clock())
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  const by = await identifyFactor(deps, origin, userId, factor)
  if (!by) return { kind: 'wrong' }
  await refundAttempt(db, attempt)
  return { kind: 'verified', by }
}

async function identifyFactor(
  deps: SecondFactorDeps,
  origin: BrowserOrigin,
  userId: number,
  factor: SecondFactorInput,
): Promise<FactorKind | null> {
  if ('passkey' in factor) {
    const passkey = await verifyPasskeyResponse(deps, origin, factor.passkey)
    return passkey?.userId === userId ? 'passkey' : null
  }
  const { db, clock } = deps
  if (await verifyAppCode(deps, userId, factor.code)) return 'code'
  return (await claimRecoveryCode(db, { userId, code: factor.code, now: clock() })) ? 'recovery_code' : null
}

/**
 * Checks whether a code is current for the app and has not been used before. `ofNew` is for the app awaiting
 * confirmation.
 */
export async function verifyAppCode(
  { db, clock, encryptionKeys }: SecondFactorDeps,
  userId: number,
  code: string,
  { isUnconfirmed = false }: { isUnconfirmed?: boolean } = {},
): Promise<boolean> {
  const app = await findCodeApp(db, userId)
  const secret = app && decryptText(app.sealedSecret, encryptionKeys)
  if (!secret || (app.confirmedAt === null) !== isUnconfirmed) return false
  const step = findMatchingStep(secret, code.replace(/\s/g, ''), { now: clock(), lastStep: app.lastStep })
  return step !== null && claimCodeStep(db, { userId, step })
}
