import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import type { Source } from '#domains/session/server/entry.ts'
import { countVisit } from '#domains/session/server/visitor-throttle.ts'
import type { Locale } from '#kit/locale.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import { resetProblems, signUpProblems } from '../checks.ts'
import type { ResetProblem, ResetValues, SignUpProblem, SignUpValues } from '../rules.ts'
import { recordAcceptance } from './consents.ts'
import { keepRequest } from './request-store.ts'

export type AskingNeeds = {
  db: Kysely<DB>
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
  /** Whether accounts are opened by passwords here. */
  allowsPasswords: () => boolean
}

/** The words of the box by which whoever signs up accepts terms and data protection. */
export type AcceptanceWords = { acceptanceIn: (locale: Locale) => string }

/** Who asks: where from, and in which language they are answered. */
export type Asker = Source & { locale: Locale }

type Asked<Problem> =
  | { kind: 'asked' }
  | { kind: 'closed' }
  | { kind: 'passwordsOff' }
  | { kind: 'unfit'; problems: Problem[] }
  | { kind: 'throttled'; retryAfterSeconds: number }

/** Asks for an account for an existing contract. Whether there is such a contract is looked at later, and told only by mail. */
export async function askForAccount(
  { db, settings, clock, allowsPasswords, acceptanceIn }: AskingNeeds & AcceptanceWords,
  values: SignUpValues,
  { address, requestId, locale }: Asker,
): Promise<Asked<SignUpProblem>> {
  const { features, signup } = settings.now()
  if (!features.signup) return { kind: 'closed' }
  if (!allowsPasswords()) return { kind: 'passwordsOff' }
  const problems = signUpProblems(values, signup)
  if (problems.length) return { kind: 'unfit', problems }

  const { taxId } = parseTaxId(values.nif)!
  const email = values.email.trim()
  const now = clock()
  const retryAfterSeconds = await countVisit(db, limitsOf('sign up', { address, email, taxId }), now)
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  const wanted = {
    taxId,
    contract: values.contract.trim(),
    invoiceNumber: signup.invoiceNumberField ? values.invoiceNumber.trim() : null,
    email,
    phone: signup.phoneField ? parsePhone(values.phone) : null,
  }
  await db.transaction().execute(async (transaction) => {
    await recordAcceptance(transaction, { email, words: acceptanceIn(locale), locale, requestId }, now)
    await keepRequest(transaction, { kind: 'activation', wanted, locale, requestId }, now)
  })
  return { kind: 'asked' }
}

/** Asks for a new password. Whether there is such an account is looked at later, and told only by mail. */
export async function askForReset(
  { db, clock, allowsPasswords }: AskingNeeds,
  values: ResetValues,
  { address, requestId, locale }: Asker,
): Promise<Asked<ResetProblem>> {
  if (!allowsPasswords()) return { kind: 'passwordsOff' }
  const problems = resetProblems(values)
  if (problems.length) return { kind: 'unfit', problems }

  const { taxId } = parseTaxId(values.nif)!
  const email = values.email.trim()
  const now = clock()
  // NIF and address are counted together: only what fits is mailed, and whoever knows one of them keeps nobody from asking.
  const limits = [
    { what: 'reset', per: 'network', value: address, most: 30, minutes: 60 },
    { what: 'reset', per: 'email', value: `${taxId} ${email}`, most: 5, minutes: 60 },
  ] as const
  const retryAfterSeconds = await countVisit(db, limits, now)
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  await keepRequest(db, { kind: 'reset', wanted: { taxId, email }, locale, requestId }, now)
  return { kind: 'asked' }
}

// An office or a library is one network, so it may ask more often than one person needs to.
function limitsOf(what: string, { address, email, taxId }: { address: string; email: string; taxId: string }) {
  return [
    { what, per: 'network', value: address, most: 30, minutes: 60 },
    { what, per: 'email', value: email, most: 5, minutes: 60 },
    { what, per: 'taxId', value: taxId, most: 5, minutes: 60 },
  ] as const
}
