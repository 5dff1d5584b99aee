import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { createQueueWorker, type QueueWorker, workOnNext } from '#kit/server/queue-runner.ts'
import type {
  PaymentProvider,
  PaymentReport,
  ProviderReport,
  RefundReport,
  ReportedEvent,
} from '#outside/payments/payment-provider.ts'
import { UnreadableReportError } from '#outside/payments/report-schemas.ts'
import { findMismatch, maxReportTries, type PutAsideReason, reportAlarmSeconds } from '../../rules.ts'
import { type Attempt, attemptOf, selectAttempt } from '../attempt-store.ts'
import type { Platforms } from '../pay.ts'
import { recordOutcome } from '../record-outcome.ts'
import { recordReportedRefund } from '../refunds/record-refund.ts'
import {
  lockReport,
  markApplied,
  measureReportBacklog,
  putReportAside,
  type Report,
  reportQueue,
  storeFailure,
  storeReport,
} from './report-store.ts'

type Log = { warn(details: object, message: string): void; error(details: object, message: string): void }
export type ReportDeps = { db: Kysely<DB>; platforms: Platforms; clock: () => Date; log: Log }

type IncomingReport = { platform: string; payments: PaymentProvider; event: ReportedEvent; now: Date }

/** Stores a verified report. One that is unreadable is put aside and logged. */
export async function acceptReport(db: Database, { platform, payments, event, now }: IncomingReport, log: Log) {
  const unreadable = findUnreadableMember(payments, event)
  await storeReport(db, { platform, event, putAside: unreadable === null ? null : 'unreadable', now })
  if (unreadable !== null)
    log.error(
      { platform, eventId: event.eventId, reason: 'unreadable', member: unreadable },
      'payment report put aside',
    )
}

/**
 * Creates the worker that applies waiting reports, each in the transaction in which it is marked as applied. A report
 * that cannot be applied is logged and retried with growing pauses, or put aside if retrying would not help. It never
 * blocks others.
 */
export function createReportWorker(deps: ReportDeps): QueueWorker<Report> {
  const { db, clock } = deps
  return createQueueWorker({
    ...{ db, clock, queue: reportQueue },
    work: (report) =>
      db.transaction().execute(async (trx) => {
        if (await lockReport(trx, report)) await applyReport(deps, trx, report)
      }),
    onFailure: (report, error) => handleFailure(deps, report, error),
  })
}

/** Applies the report that is due first. Returns whether there was one. */
export function applyNextReport(deps: ReportDeps): Promise<boolean> {
  return workOnNext(createReportWorker(deps))
}

/** Logs an error while a report has been waiting for too long, once per call. */
export async function logLateReports({ db, clock, log }: Omit<ReportDeps, 'platforms'>): Promise<boolean> {
  const { waiting, oldestSeconds, putAside } = await measureReportBacklog(db, clock())
  if (oldestSeconds > reportAlarmSeconds)
    log.error({ waiting, putAside, oldestSeconds: Math.round(oldestSeconds) }, 'payment reports are waiting too long')
  return false
}

/** A report that does not match the request, so that it is never booked. */
class ReportMismatchError extends Error {
  readonly reason: PutAsideReason

  constructor(reason: PutAsideReason) {
    super(reason)
    this.reason = reason
  }
}

async function applyReport({ platforms, clock, log }: ReportDeps, trx: Transaction<DB>, report: Report) {
  const { platform, event_id: eventId } = report
  const payments = platforms.get(platform)
  if (!payments) throw new Error(`This server cannot use the payment platform ${platform}.`)
  const reportContent = payments.readReport(report.payload)
  const attempt = reportContent && (await recordContent(trx, platform, reportContent, clock()))
  if (reportContent && !attempt) log.warn({ platform, eventId }, 'report on an unknown payment')
  const attemptColumns = attempt && { customer_id: attempt.customer_id, payment_attempt_id: attempt.payment_attempt_id }
  await markApplied(trx, report, {
    now: clock(),
    told: reportContent && contentKindOf(reportContent),
    ...attemptColumns,
  })
}

function recordContent(trx: Transaction<DB>, platform: string, content: NonNullable<ProviderReport>, now: Date) {
  return 'refund' in content ? recordRefund(trx, platform, content, now) : recordPayment(trx, platform, content, now)
}

async function recordPayment(trx: Transaction<DB>, platform: string, content: PaymentReport, now: Date) {
  const row = await selectAttempt(trx, content).executeTakeFirst()
  if (!row) {
    // Money was taken that is booked nowhere, for example after a backup was restored.
    if (content.outcome.kind === 'succeeded') throw new ReportMismatchError('unknown_payment')
    return undefined
  }
  refuseMismatch(attemptOf(row), { platform, ...content })
  if (row.provider_payment === null) await storeProviderPaymentId(trx, content)
  return recordOutcome(trx, { ...content, now })
}

async function recordRefund(trx: Transaction<DB>, platform: string, report: RefundReport, now: Date) {
  const { paymentId, refund } = report
  const row = await trx
    .selectFrom('payment_attempt')
    .where('platform', '=', platform)
    .where('provider_payment', '=', paymentId)
    .selectAll()
    .executeTakeFirst()
  if (!row) {
    if (refund.refundId !== null) throw new ReportMismatchError('unknown_payment')
    return undefined
  }
  const attempt = attemptOf(row)
  if (refund.amountCents > attempt.amount_cents) throw new ReportMismatchError('other_amount')
  refuseMismatch(attempt, { platform, paymentId, currency: refund.currency, amountCents: attempt.amount_cents })
  return recordReportedRefund(trx, { platform, report, now })
}

function refuseMismatch(attempt: Attempt, reported: Parameters<typeof findMismatch>[1]) {
  const mismatch = findMismatch(attempt, reported)
  if (mismatch) throw new ReportMismatchError(mismatch)
}

/**
 * Saves the provider's payment id of an attempt that lacks it, for example because its server died before storing it.
 */
async function storeProviderPaymentId(trx: Transaction<DB>, { customerId, attemptId, paymentId }: PaymentReport) {
  await trx
    .updateTable('payment_attempt')
    .set({ provider_payment: paymentId })
    .where('customer_id', '=', customerId)
    .where('payment_attempt_id', '=', attemptId)
    .where('provider_payment', 'is', null)
    .execute()
}

/** The next try is already scheduled in the database, so nothing is lost even if this fails. */
async function handleFailure({ db, clock, platforms, log }: ReportDeps, report: Report, error: Error) {
  const { platform, event_id: eventId } = report
  const reason = reasonOf(error, report)
  const message = reason ? 'payment report put aside' : 'payment report not applied'
  log.error({ platform, eventId, reason: reason ?? undefined, error: error.message }, message)
  const note = { failure: error.name, ...describeReadablePart(platforms, report) }
  try {
    if (reason) await putReportAside(db, report, { ...note, reason, now: clock() })
    else await storeFailure(db, report, note)
  } catch (failure) {
    log.error({ platform, eventId, error: (failure as Error).message }, 'failure of a payment report not recorded')
  }
}

/** Returns why a report is not retried automatically; null if it may well succeed later. */
function reasonOf(error: Error, { failures }: Report): PutAsideReason | null {
  if (error instanceof ReportMismatchError) return error.reason
  if (error instanceof UnreadableReportError) return 'unreadable'
  return failures >= maxReportTries ? 'failing' : null
}

/** Returns the kind of a report's content. */
function contentKindOf(content: NonNullable<ProviderReport>): string {
  return 'refund' in content ? `refund_${content.refund.kind}` : content.outcome.kind
}

/** Returns the unreadable member of a report, or null. */
function findUnreadableMember(payments: PaymentProvider, { payload }: ReportedEvent): string | null {
  try {
    payments.readReport(payload)
    return null
  } catch (error) {
    return error instanceof UnreadableReportError ? error.message : (error as Error).name
  }
}

/** Returns the readable part of a report that could not be applied, so that it is listed with its payment. */
function describeReadablePart(platforms: Platforms, { platform, payload }: Report) {
  try {
    const reportContent = platforms.get(platform)?.readReport(payload)
    if (!reportContent) return undefined
    const about = 'refund' in reportContent ? undefined : reportContent
    return {
      told: contentKindOf(reportContent),
      ...(about && { customer_id: about.customerId, payment_attempt_id: about.attemptId }),
    }
  } catch {
    return undefined
  }
}
