import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { accountOf, keepPassword, ownTextsOf } from '#domains/session/server/account-store.ts'
import { drawCode } from '#domains/session/server/drawn-code.ts'
import { type Denied, type EntryNeeds, enter, provePassword, type Source } from '#domains/session/server/entry.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import { newPasswordProblems } from '#domains/session/server/new-password.ts'
import { makeSecret, secretAddress } from '#domains/session/server/one-time-codes.ts'
import type { Place } from '#domains/session/server/passkeys.ts'
import { hashPassword } from '#domains/session/server/passwords.ts'
import { seal } from '#domains/session/server/sealed-text.ts'
import { beginCodeApp, confirmCodeApp, makeRecoveryCodes } from '#domains/session/server/second-factor-store.ts'
import { askSecondStep, isCodeOfApp } from '#domains/session/server/second-step.ts'
import { hasSecondFactor } from '#domains/session/server/session-store.ts'
import { countVisit } from '#domains/session/server/visitor-throttle.ts'
import type { FieldErrors } from '#kit/refusal.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { operatorOfLink, spendOperatorLink } from './operator-store.ts'

export type OperatorEntryNeeds = EntryNeeds & {
  db: Kysely<DB>
  sealingKeys: KeyRing
  /** Where a browser sees the portal. */
  placeOf: (request: FastifyRequest) => Place
}

type Throttled = Extract<Denied, { kind: 'throttled' }>

/** Whether user and password are an operator's; then the second step is asked for, which nobody gets round. */
export async function beginOperatorLogIn(
  needs: OperatorEntryNeeds,
  given: { user: string; password: string },
  place: Place,
  source: Source,
) {
  const proof = await provePassword(needs, { ...given, role: 'operator' }, source)
  if (proof.kind !== 'proved') return proof
  const { userId } = proof.account
  // Whoever has not chosen a second factor yet has not used their link.
  if (!(await hasSecondFactor(needs.db, userId))) return { kind: 'wrong' as const }
  const { id, kinds } = await askSecondStep(needs, place, userId)
  return { kind: 'halfIn' as const, id, kinds: kinds.filter((kind) => kind !== 'passkey') }
}

/** Whom a link is for, with a new secret for their app, which only a code of it confirms. */
export async function beginActivation(
  { db, settings, clock, sealingKeys }: OperatorEntryNeeds,
  secret: string,
  source: Source,
) {
  const waitSeconds = await linkWaitSeconds(db, source, clock())
  if (waitSeconds > 0) return { kind: 'throttled', retryAfterSeconds: waitSeconds } as const satisfies Throttled
  const userId = await operatorOfLink(db, { secret, now: clock() })
  if (userId === undefined) return { kind: 'over' as const }
  const appSecret = makeSecret()
  if (!(await beginCodeApp(db, { userId, sealedSecret: seal(appSecret, sealingKeys) })))
    return { kind: 'over' as const }
  const { login, name } = await accountOf(db, userId)
  const issuer = settings.now().organization.name || 'Portal'
  const address = secretAddress(appSecret, { issuer, account: login })
  return { kind: 'open' as const, login, name, app: { secret: appSecret, address, qr: drawCode(address) } }
}

/** Sets password and second factor by a link, once, and lets the operator in. */
export async function activate(
  needs: OperatorEntryNeeds,
  { secret, password, code }: { secret: string; password: string; code: string },
  source: Source,
) {
  const { db, settings, clock } = needs
  const now = clock()
  const waitSeconds = await linkWaitSeconds(db, source, now)
  if (waitSeconds > 0) return { kind: 'throttled', retryAfterSeconds: waitSeconds } as const satisfies Throttled
  const userId = await operatorOfLink(db, { secret, now })
  if (userId === undefined) return { kind: 'over' as const }
  const account = await accountOf(db, userId)
  const ownTexts = await ownTextsOf(db, account)
  const problems = newPasswordProblems(password, { settings: settings.now(), ownTexts })
  if (problems.length) return unfit({ password: problems })
  if (!(await isCodeOfApp(needs, userId, code, { ofNew: true }))) return unfit({ code: ['code_wrong'] })

  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (db) => {
    if (!(await spendOperatorLink(db, { secret, now }))) return { kind: 'over' as const }
    await keepPassword(db, { userId, passwordHash })
    await confirmCodeApp(db, { userId, now })
    const recoveryCodes = await makeRecoveryCodes(db, userId)
    const { device, requestId } = source
    await writeAudit(db, { action: 'operator_activated', actorUserId: userId, requestId })
    const { token } = await enter({ ...needs, db }, { account, by: 'link', session: { device }, requestId })
    return { kind: 'entered' as const, token, recoveryCodes }
  })
}

function unfit(fields: FieldErrors) {
  return { kind: 'unfit' as const, fields }
}

function linkWaitSeconds(db: Kysely<DB>, { address }: Source, now: Date): Promise<number> {
  return countVisit(db, [{ what: 'operator link', per: 'network', value: address, most: 30, minutes: 15 }], now)
}
