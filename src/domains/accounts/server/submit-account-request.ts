import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import type { RequestSource } from '#domains/session/server/sign-in/sign-in.ts'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import { resetProblems, signUpProblems } from '../form-problems.ts'
import type { ResetProblem, ResetValues, SignUpProblem, SignUpValues } from '../rules.ts'
import { storeRequest } from './account-request-store.ts'
import { recordAcceptance } from './sign-up-consents.ts'

export type AccountRequestDeps = {
  db: Kysely<DB>
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
  /** Whether accounts can be accessed with passwords. */
  allowsPasswords: () => boolean
}

/** The text of the checkbox by which a sign-up accepts terms and data protection. */
export type AcceptanceTexts = { acceptanceText: (locale: Locale) => string }

/** The requester: the source of the request, and the language of the response. */
export type Requester = RequestSource & { locale: Locale }

type AccountRequestResult<Problem> =
  | { kind: 'requested' }
  | { kind: 'closed' }
  | { kind: 'passwordsOff' }
  | { kind: 'rejected'; problems: Problem[] }
  | { kind: 'throttled'; retryAfterSeconds: number }

/**
 * Stores a request for an account for an existing contract. Whether the contract exists is checked later and reported
 * only by mail.
 */
export async function requestAccount(
  { db, settings, clock, allowsPasswords, acceptanceText }: AccountRequestDeps & AcceptanceTexts,
  values: SignUpValues,
  { address, requestId, locale }: Requester,
): Promise<AccountRequestResult<SignUpProblem>> {
  const { features, signup } = settings.now()
  if (!features.signup) return { kind: 'closed' }
  if (!allowsPasswords()) return { kind: 'passwordsOff' }
  const problems = signUpProblems(values, signup)
  if (problems.length) return { kind: 'rejected', problems }

  const { taxId } = parseTaxId(values.nif)!
  const email = values.email.trim()
  const now = clock()
  const retryAfterSeconds = await countVisit(db, signUpLimitsOf('sign up', { address, email, taxId }), now)
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  const signUpRequest = {
    taxId,
    contract: values.contract.trim(),
    invoiceNumber: signup.invoiceNumberField ? values.invoiceNumber.trim() : null,
    email,
    phone: signup.phoneField ? parsePhone(values.phone) : null,
  }
  await db.transaction().execute(async (transaction) => {
    await recordAcceptance(transaction, { email, wording: acceptanceText(locale), locale, requestId }, now)
    await storeRequest(transaction, { kind: 'activation', wanted: signUpRequest, locale, requestId }, now)
  })
  return { kind: 'requested' }
}

/** Stores a request for a new password. Whether the account exists is checked later and reported only by mail. */
export async function requestResetMail(
  { db, clock, allowsPasswords }: AccountRequestDeps,
  values: ResetValues,
  { address, requestId, locale }: Requester,
): Promise<AccountRequestResult<ResetProblem>> {
  if (!allowsPasswords()) return { kind: 'passwordsOff' }
  const problems = resetProblems(values)
  if (problems.length) return { kind: 'rejected', problems }

  const { taxId } = parseTaxId(values.nif)!
  const email = values.email.trim()
  const now = clock()
  // NIF and e-mail address are counted together: only a match is mailed, and a visitor who knows one of them cannot
  // block the owner's requests.
  const limits = [
    { what: 'reset', per: 'network', value: address, maxCount: 30, minutes: 60 },
    { what: 'reset', per: 'email', value: `${taxId} ${email}`, maxCount: 5, minutes: 60 },
  ] as const
  const retryAfterSeconds = await countVisit(db, limits, now)
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  await storeRequest(db, { kind: 'reset', wanted: { taxId, email }, locale, requestId }, now)
  return { kind: 'requested' }
}

// An office or a library is one network, so a network may send more requests than one person needs.
function signUpLimitsOf(what: string, { address, email, taxId }: { address: string; email: string; taxId: string }) {
  return [
    { what, per: 'network', value: address, maxCount: 30, minutes: 60 },
    { what, per: 'email', value: email, maxCount: 5, minutes: 60 },
    { what, per: 'taxId', value: taxId, maxCount: 5, minutes: 60 },
  ] as const
}
