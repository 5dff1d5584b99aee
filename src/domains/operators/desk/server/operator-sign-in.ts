import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { accountOf, identifyingTextsOf, savePassword } from '#domains/session/server/accounts/account-store.ts'
import { newPasswordProblems } from '#domains/session/server/password/new-password.ts'
import { hashPassword } from '#domains/session/server/password/passwords.ts'
import { generateSecret, otpauthUri } from '#domains/session/server/second-factor/one-time-codes.ts'
import { createSecondFactorChallenge, verifyAppCode } from '#domains/session/server/second-factor/second-factor.ts'
import {
  createRecoveryCodes,
  markCodeAppConfirmed,
  saveCodeAppSecret,
} from '#domains/session/server/second-factor/second-factor-store.ts'
import type { BrowserOrigin } from '#domains/session/server/second-factor/webauthn.ts'
import { hasSecondFactor } from '#domains/session/server/sessions/session-store.ts'
import {
  type RequestSource,
  type SignInDenied,
  type SignInDeps,
  signIn,
  verifyPassword,
} from '#domains/session/server/sign-in/sign-in.ts'
import type { FieldErrors } from '#kit/refusal.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { encryptText } from '#kit/server/encrypted-text.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { renderQrCode } from '#kit/server/qr-code.ts'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import { findOperatorByLink, useUpOperatorLink } from './operator-store.ts'

export type OperatorSignInDeps = SignInDeps & {
  db: Kysely<DB>
  encryptionKeys: KeyRing
  /** Returns the origin at which the browser sees the portal. */
  locationOf: (request: FastifyRequest) => BrowserOrigin
}

type ThrottledOutcome = Extract<SignInDenied, { kind: 'throttled' }>

/** Checks the login and password of an operator. If they match, the mandatory second step follows. */
export async function beginOperatorSignIn(
  deps: OperatorSignInDeps,
  credentials: { user: string; password: string },
  location: BrowserOrigin,
  source: RequestSource,
) {
  const verification = await verifyPassword(deps, { ...credentials, role: 'operator' }, source)
  if (verification.kind !== 'verified') return verification
  const { userId } = verification.account
  // An operator without a second factor has not used their link yet.
  if (!(await hasSecondFactor(deps.db, userId))) return { kind: 'wrong' as const }
  const { id, kinds } = await createSecondFactorChallenge(deps, location, userId)
  return { kind: 'secondFactorRequired' as const, id, kinds: kinds.filter((kind) => kind !== 'passkey') }
}

/** Returns the invited operator and a new secret for their app, which takes effect only when confirmed with a code. */
export async function beginActivation(
  { db, settings, clock, encryptionKeys }: OperatorSignInDeps,
  secret: string,
  source: RequestSource,
) {
  const waitSeconds = await countLinkVisit(db, source, clock())
  if (waitSeconds > 0) return { kind: 'throttled', retryAfterSeconds: waitSeconds } as const satisfies ThrottledOutcome
  const userId = await findOperatorByLink(db, { secret, now: clock() })
  if (userId === undefined) return { kind: 'expired' as const }
  const appSecret = generateSecret()
  if (!(await saveCodeAppSecret(db, { userId, sealedSecret: encryptText(appSecret, encryptionKeys) })))
    return { kind: 'expired' as const }
  const { login, name } = await accountOf(db, userId)
  const issuer = settings.now().organization.name || 'Portal'
  const address = otpauthUri(appSecret, { issuer, account: login })
  return { kind: 'open' as const, login, name, app: { secret: appSecret, address, qr: renderQrCode(address) } }
}

/** Sets the password and second factor with a one-time link, and signs the operator in. */
export async function activateOperatorAccount(
  deps: OperatorSignInDeps,
  { secret, password, code }: { secret: string; password: string; code: string },
  source: RequestSource,
) {
  const { db, settings, clock } = deps
  const now = clock()
  const waitSeconds = await countLinkVisit(db, source, now)
  if (waitSeconds > 0) return { kind: 'throttled', retryAfterSeconds: waitSeconds } as const satisfies ThrottledOutcome
  const userId = await findOperatorByLink(db, { secret, now })
  if (userId === undefined) return { kind: 'expired' as const }
  const account = await accountOf(db, userId)
  const ownTexts = await identifyingTextsOf(db, account)
  const problems = newPasswordProblems(password, { settings: settings.now(), ownTexts })
  if (problems.length) return invalidFields({ password: problems })
  if (!(await verifyAppCode(deps, userId, code, { isUnconfirmed: true })))
    return invalidFields({ code: ['code_wrong'] })

  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (db) => {
    if (!(await useUpOperatorLink(db, { secret, now }))) return { kind: 'expired' as const }
    await savePassword(db, { userId, passwordHash })
    await markCodeAppConfirmed(db, { userId, now })
    const recoveryCodes = await createRecoveryCodes(db, userId)
    const { device, requestId } = source
    await writeAudit(db, { action: 'operator_activated', actorUserId: userId, requestId })
    const { token } = await signIn({ ...deps, db }, { account, by: 'link', session: { device }, requestId })
    return { kind: 'signedIn' as const, token, recoveryCodes }
  })
}

function invalidFields(fields: FieldErrors) {
  return { kind: 'invalid' as const, fields }
}

function countLinkVisit(db: Kysely<DB>, { address }: RequestSource, now: Date): Promise<number> {
  return countVisit(db, [{ what: 'operator link', per: 'network', value: address, maxCount: 30, minutes: 15 }], now)
}
