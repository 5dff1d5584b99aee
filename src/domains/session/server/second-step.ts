import type { CustomerActor } from '#kit/actor.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { accountOf } from './account-store.ts'
import { type Denied, type Entered, type EntryNeeds, enter, type Source } from './entry.ts'
import type { KeyRing } from './keys/key-ring.ts'
import { stepOfCode } from './one-time-codes.ts'
import { passkeysOf } from './passkey-store.ts'
import { askForPasskey, type Place, passkeyOfAnswer, type WebAuthnJson } from './passkeys.ts'
import { unseal } from './sealed-text.ts'
import {
  codeAppOf,
  findChallenge,
  keepChallenge,
  recoveryCodesLeft,
  takeChallenge,
  takeRecoveryCode,
  takeStep,
} from './second-factor-store.ts'
import { countAttempt, forgiveAttempt } from './throttle.ts'

export type FactorKind = 'code' | 'passkey' | 'recovery_code'
/** What somebody brings besides their password: a code of their app or of recovery, or a passkey's answer to a question. */
export type Factor = { code: string } | { passkey: { id: string; answer: WebAuthnJson } }

type Needs = EntryNeeds & { sealingKeys: KeyRing }

/** With what somebody may take the second step. */
export async function factorsOf({ db }: Pick<EntryNeeds, 'db'>, userId: number): Promise<FactorKind[]> {
  const [app, keys, left] = [
    await codeAppOf(db, userId),
    await passkeysOf(db, userId),
    await recoveryCodesLeft(db, userId),
  ]
  return [
    ...(keys.length ? (['passkey'] as const) : []),
    ...(app?.confirmedAt ? (['code'] as const) : []),
    ...(left ? (['recovery_code'] as const) : []),
  ]
}

/** Asks for the second step of a log-in whose password was right. */
export async function askSecondStep(needs: Needs, place: Place, userId: number) {
  const { db, clock } = needs
  const kinds = await factorsOf(needs, userId)
  const id = await keepChallenge(db, { purpose: 'second_step', userId, now: clock() })
  return { id, kinds, passkey: kinds.includes('passkey') ? await askForPasskey(needs, place, userId) : null }
}

/** Lets in whoever takes the second step; the log-in begins anew where it has waited for too long. */
export async function takeSecondStep(
  needs: Needs,
  place: Place,
  { id, factor }: { id: string; factor: Factor },
  { address, requestId, device }: Source,
): Promise<Entered | Denied | { kind: 'over' }> {
  const { db, clock } = needs
  const step = { purpose: 'second_step' as const, challengeId: id, now: clock() }
  const asked = await findChallenge(db, step)
  if (!asked?.userId) return { kind: 'over' }
  const proof = await proveFactor(needs, place, { userId: asked.userId, factor, address })
  if (proof.kind === 'wrong')
    await writeAudit(db, { action: 'second_step_failed', subject: `user:${asked.userId}`, requestId })
  if (proof.kind !== 'proved') return proof
  if (!(await takeChallenge(db, step))) return { kind: 'over' }
  return enter(needs, { account: await accountOf(db, asked.userId), by: proof.by, session: { device }, requestId })
}

/** Lets in whoever has a passkey that tells by itself that it is its owner who uses it. */
export async function enterWithPasskey(
  needs: Needs,
  place: Place,
  passkey: { id: string; answer: WebAuthnJson },
  { address, requestId, device }: Source,
): Promise<Entered | Denied> {
  const { db, clock } = needs
  const attempt = { address, account: `passkey:${address}` }
  const retryAfterSeconds = await countAttempt(db, attempt, clock())
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  const found = await passkeyOfAnswer(needs, place, passkey)
  if (!found) return { kind: 'wrong' }
  await forgiveAttempt(db, attempt)
  return enter(needs, { account: await accountOf(db, found.userId), by: 'passkey', session: { device }, requestId })
}

type Proof = { kind: 'proved'; by: 'code' | 'passkey' | 'recovery_code' } | Denied

/** Whether a factor is the user's own. Guesses are throttled as those of passwords are. */
export async function proveFactor(
  needs: Needs,
  place: Place,
  { userId, factor, address }: { userId: CustomerActor['userId']; factor: Factor; address: string },
): Promise<Proof> {
  const { db, clock } = needs
  const attempt = { address, account: `second:${userId}` }
  const retryAfterSeconds = await countAttempt(db, attempt, clock())
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  const by = await factorOf(needs, place, userId, factor)
  if (!by) return { kind: 'wrong' }
  await forgiveAttempt(db, attempt)
  return { kind: 'proved', by }
}

async function factorOf(needs: Needs, place: Place, userId: number, factor: Factor): Promise<FactorKind | null> {
  if ('passkey' in factor) {
    const passkey = await passkeyOfAnswer(needs, place, factor.passkey)
    return passkey?.userId === userId ? 'passkey' : null
  }
  const { db, clock } = needs
  if (await isCodeOfApp(needs, userId, factor.code)) return 'code'
  return (await takeRecoveryCode(db, { userId, typed: factor.code, now: clock() })) ? 'recovery_code' : null
}

/** Whether a typed code is the app's of now, and has not been taken before. `ofNew` is for the app that is to be confirmed. */
export async function isCodeOfApp(
  { db, clock, sealingKeys }: Needs,
  userId: number,
  typed: string,
  { ofNew = false }: { ofNew?: boolean } = {},
): Promise<boolean> {
  const app = await codeAppOf(db, userId)
  const secret = app && unseal(app.sealedSecret, sealingKeys)
  if (!secret || (app.confirmedAt === null) !== ofNew) return false
  const step = stepOfCode(secret, typed.replace(/\s/g, ''), { now: clock(), lastStep: app.lastStep })
  return step !== null && takeStep(db, { userId, step })
}
