import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type {
  PaymentReport,
  Payments,
  ProviderReport,
  RefundReport,
  ReportedEvent,
} from '#outside/payments/payments.ts'
import { UnreadableReport } from '#outside/payments/reported.ts'
import { mismatchOf, type PutAsideReason, reportAlarmSeconds, reportTries } from '../rules.ts'
import { type Attempt, attemptOf, attemptRow } from './attempt-store.ts'
import type { Platforms } from './pay.ts'
import { recordOutcome } from './record-outcome.ts'
import { recordReportedRefund } from './record-refund.ts'
import {
  claimNextReport,
  lockReport,
  markApplied,
  noteFailure,
  putReportAside,
  type Report,
  reportBacklog,
  storeReport,
} from './report-store.ts'

type Log = { warn(details: object, message: string): void; error(details: object, message: string): void }
export type ReportNeeds = { db: Kysely<DB>; platforms: Platforms; clock: () => Date; log: Log }

type Received = { platform: string; payments: Payments; event: ReportedEvent; now: Date }

/** Stores a report that was verified. One that does not say what it has to is put aside, and said to be. */
export async function takeReport(db: Database, { platform, payments, event, now }: Received, log: Log) {
  const unreadable = whyUnreadable(payments, event)
  await storeReport(db, { platform, event, putAside: unreadable === null ? null : 'unreadable', now })
  if (unreadable !== null)
    log.error(
      { platform, eventId: event.eventId, reason: 'unreadable', member: unreadable },
      'payment report put aside',
    )
}

/**
 * Applies the next report that waits, in one transaction with the note that it has been. True when there was one. A report
 * that cannot be applied is logged, comes again later and later, and is put aside where that would not help: no other waits
 * for it.
 */
export async function applyNextReport(deps: ReportNeeds): Promise<boolean> {
  const report = await claimNextReport(deps.db, deps.clock())
  if (!report) return false
  try {
    await deps.db.transaction().execute(async (trx) => {
      if (await lockReport(trx, report)) await apply(deps, trx, report)
    })
  } catch (error) {
    await takeFailure(deps, report, error as Error)
  }
  return true
}

/** Says it as an error while a report waits longer than it should, once per call. */
export async function watchReports({ db, clock, log }: Omit<ReportNeeds, 'platforms'>): Promise<boolean> {
  const { waiting, oldestSeconds, putAside } = await reportBacklog(db, clock())
  if (oldestSeconds > reportAlarmSeconds)
    log.error({ waiting, putAside, oldestSeconds: Math.round(oldestSeconds) }, 'payment reports wait too long')
  return false
}

/** A report that does not fit what was asked for, so that it is never booked. */
class Mismatch extends Error {
  readonly reason: PutAsideReason

  constructor(reason: PutAsideReason) {
    super(reason)
    this.reason = reason
  }
}

async function apply({ platforms, clock, log }: ReportNeeds, trx: Transaction<DB>, report: Report) {
  const { platform, event_id: eventId } = report
  const payments = platforms.get(platform)
  if (!payments) throw new Error(`This server cannot speak to the payment platform ${platform}.`)
  const told = payments.readReport(report.payload)
  const attempt = told && (await record(trx, platform, told, clock()))
  if (told && !attempt) log.warn({ platform, eventId }, 'report on a payment that is not known here')
  const about = attempt && { customer_id: attempt.customer_id, payment_attempt_id: attempt.payment_attempt_id }
  await markApplied(trx, report, { now: clock(), told: told && wordOf(told), ...about })
}

function record(trx: Transaction<DB>, platform: string, told: NonNullable<ProviderReport>, now: Date) {
  return 'refund' in told ? recordRefund(trx, platform, told, now) : recordPayment(trx, platform, told, now)
}

async function recordPayment(trx: Transaction<DB>, platform: string, told: PaymentReport, now: Date) {
  const known = await attemptRow(trx, told).executeTakeFirst()
  if (!known) {
    // Money was taken that is booked nowhere, as after a backup was restored.
    if (told.outcome.kind === 'succeeded') throw new Mismatch('unknown_payment')
    return undefined
  }
  refuseMismatch(attemptOf(known), { platform, ...told })
  if (known.provider_payment === null) await nameAtProvider(trx, told)
  return recordOutcome(trx, { ...told, now })
}

async function recordRefund(trx: Transaction<DB>, platform: string, report: RefundReport, now: Date) {
  const { paymentId, refund } = report
  const known = await trx
    .selectFrom('payment_attempt')
    .where('platform', '=', platform)
    .where('provider_payment', '=', paymentId)
    .selectAll()
    .executeTakeFirst()
  if (!known) {
    if (refund.refundId !== null) throw new Mismatch('unknown_payment')
    return undefined
  }
  const attempt = attemptOf(known)
  if (refund.amountCents > attempt.amount_cents) throw new Mismatch('other_amount')
  refuseMismatch(attempt, { platform, paymentId, currency: refund.currency, amountCents: attempt.amount_cents })
  return recordReportedRefund(trx, { platform, report, now })
}

function refuseMismatch(attempt: Attempt, told: Parameters<typeof mismatchOf>[1]) {
  const mismatch = mismatchOf(attempt, told)
  if (mismatch) throw new Mismatch(mismatch)
}

/** An attempt whose id at the provider is not on our side yet, as when its server died before. */
async function nameAtProvider(trx: Transaction<DB>, { customerId, attemptId, paymentId }: PaymentReport) {
  await trx
    .updateTable('payment_attempt')
    .set({ provider_payment: paymentId })
    .where('customer_id', '=', customerId)
    .where('payment_attempt_id', '=', attemptId)
    .where('provider_payment', 'is', null)
    .execute()
}

/** Its next try is in the database already, so that nothing is lost where even this does not succeed. */
async function takeFailure({ db, clock, platforms, log }: ReportNeeds, report: Report, error: Error) {
  const { platform, event_id: eventId } = report
  const reason = reasonOf(error, report)
  const message = reason ? 'payment report put aside' : 'payment report not applied'
  log.error({ platform, eventId, reason: reason ?? undefined, error: error.message }, message)
  const note = { failure: error.name, ...readableIn(platforms, report) }
  try {
    if (reason) await putReportAside(db, report, { ...note, reason, now: clock() })
    else await noteFailure(db, report, note)
  } catch (failure) {
    log.error({ platform, eventId, error: (failure as Error).message }, 'failure of a payment report not noted')
  }
}

/** Why a report is not tried again by itself; null where it may well succeed later. */
function reasonOf(error: Error, { failures }: Report): PutAsideReason | null {
  if (error instanceof Mismatch) return error.reason
  if (error instanceof UnreadableReport) return 'unreadable'
  return failures >= reportTries ? 'failing' : null
}

/** What a report says, in a word of ours. */
function wordOf(told: NonNullable<ProviderReport>): string {
  return 'refund' in told ? `refund_${told.refund.kind}` : told.outcome.kind
}

/** The member of a report that cannot be read, or null. */
function whyUnreadable(payments: Payments, { payload }: ReportedEvent): string | null {
  try {
    payments.readReport(payload)
    return null
  } catch (error) {
    return error instanceof UnreadableReport ? error.message : (error as Error).name
  }
}

/** What can be read of a report that could not be applied, so that it stands with its payment. */
function readableIn(platforms: Platforms, { platform, payload }: Report) {
  try {
    const told = platforms.get(platform)?.readReport(payload)
    if (!told) return undefined
    const about = 'refund' in told ? undefined : told
    return {
      told: wordOf(told),
      ...(about && { customer_id: about.customerId, payment_attempt_id: about.attemptId }),
    }
  } catch {
    return undefined
  }
}
