import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Fetch } from '#kit/server/outbound-fetch.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { type FailureKind, failureKindOf } from '../outbound-call.ts'
import type { PaymentOutcome, PaymentProvider, ProviderProblem } from './payment-provider.ts'
import { findOrder, markWithdrawn, type RedsysOrderRow, storeOrder } from './redsys/order-store.ts'
import { parseRedsysReport, parseRefundAnswer, refundMadeCode, refundPrefix } from './redsys/parse-reports.ts'
import { queryOrderStatus } from './redsys/query-order-status.ts'
import { outcomeOfResponse } from './redsys/responses.ts'
import type { SignatureVersion } from './redsys/signature.ts'
import { RedsysRefusalError, sendSignedRequest, signFields } from './redsys/signed-request.ts'
import { verifyRedsysReport } from './redsys/verify-report.ts'

/**
 * The account data from the retailer's bank, and the address of Redsys, which differs for its test environment or a
 * stand-in.
 */
export type RedsysAccount = {
  merchantCode: string
  terminal: string
  secretKey: string
  /** The signature version for outgoing requests; incoming reports are verified by their own version. */
  signature: SignatureVersion
  address: string
}

type RedsysOptions = RedsysAccount & {
  db: Kysely<DB>
  clock: () => Date
  /** The address to which Redsys sends its reports. */
  reportAddress: string
  /** The HTTP client with which Redsys is called. */
  fetch?: Fetch
}

const euro = '978'
const paymentTransaction = '0'
const refundTransaction = '3'
const answerTimeoutSeconds = 20
const maxCodeLength = 20
// Long after any page of Redsys has expired and any of its reports has arrived.
const orderLifetimeHours = 24

const abandonedOutcome: PaymentOutcome = { kind: 'declined', error: 'payment_intent_unexpected_state' }

/**
 * Creates the provider for card payments at Redsys: holders pay on its own page, to which their browser posts a signed
 * form. Redsys accepts an order once, however often its form is posted, so the order number prevents duplicate
 * payments.
 */
export function createRedsysProvider(options: RedsysOptions): PaymentProvider {
  const { merchantCode, secretKey, signature, address, db, clock } = options
  const { fetch = globalThis.fetch } = options

  const queryOutcome = (order: RedsysOrderRow) => queryOrder(order, { ...options, fetch })

  return {
    publishableKey: merchantCode,

    async prepare({ attemptId, customerId, amountCents, description }) {
      const order = await storeOrder(db, { attemptId, customerId, amountCents, description, now: clock() })
      return { kind: 'prepared', paymentId: order.order_number, cardLast4: null }
    },

    async confirm({ paymentId }) {
      const order = await findOrder(db, paymentId)
      return order ? openOutcome(order) : { kind: 'missing' }
    },

    async lookUp(paymentId) {
      const order = await findOrder(db, paymentId)
      if (!order) return { kind: 'missing' }
      const outcome = await queryOutcome(order)
      // If Redsys does not answer, its report will settle the payment; until then the holder may still be on the page.
      return outcome.kind === 'unknown' ? openOutcome(order) : outcome
    },

    async withdraw(paymentId) {
      const order = await findOrder(db, paymentId)
      if (!order) return { kind: 'missing' }
      const outcome = await queryOutcome(order)
      if (!isWithdrawable(outcome, order, clock())) return outcome
      await markWithdrawn(db, order, clock())
      return abandonedOutcome
    },

    repeatsRefunds: false,

    refund: (refund) => refundAtRedsys(refund, { ...options, fetch }),

    check: () => checkRedsys(address, fetch),

    async createForm(paymentId, { locale, paidAddress, unpaidAddress }) {
      const order = await findOrder(db, paymentId)
      if (!order || order.withdrawn_at) return null
      const parameters = {
        ...paymentParameters(order, options),
        ...returnParameters(locale, { paidAddress, unpaidAddress }),
      }
      return { address: `${address}/sis/realizarPago`, fields: signFields(parameters, { secretKey, signature }) }
    },

    // The signature contains no time. A report that is sent again is the same event, which changes nothing.
    verifyReport: ({ rawBody }) => verifyRedsysReport(rawBody, options),

    readReport: parseRedsysReport,
  }
}

// An answer that cannot be parsed or has no valid signature counts as no answer.
function noAnswerKindOf(error: unknown): FailureKind {
  const failure = failureKindOf(error)
  return failure === 'other' ? 'no_answer' : failure
}

/** Returns the problem for the error code of a request that Redsys did not carry out. */
function problemOfCode(code: string | undefined): ProviderProblem {
  return {
    failure: 'other',
    status: null,
    type: null,
    code: code?.slice(0, maxCodeLength) ?? null,
    providerRequestId: null,
  }
}

/**
 * Returns the outcome of an order with unknown status: the holder has to go to the page, unless the order was
 * withdrawn.
 */
function openOutcome({ withdrawn_at, order_number }: RedsysOrderRow): PaymentOutcome {
  return withdrawn_at ? abandonedOutcome : { kind: 'requires_action', clientSecret: order_number }
}

// An order without a known outcome may still be paid, until it is long past its end.
function isWithdrawable({ kind }: PaymentOutcome, order: RedsysOrderRow, now: Date): boolean {
  return kind === 'requires_action' || (kind === 'unknown' && isExpired(order, now))
}

function isExpired({ prepared_at }: RedsysOrderRow, now: Date): boolean {
  return now.getTime() - prepared_at.getTime() >= orderLifetimeHours * msPerHour
}

const languages = { es: '1', en: '2', ca: '3', fr: '4', de: '5', gl: '12' } as const satisfies Record<Locale, string>

function outcomeOfStatus(order: RedsysOrderRow, status: Awaited<ReturnType<typeof queryOrderStatus>>): PaymentOutcome {
  switch (status.kind) {
    case 'finished':
      return outcomeOfResponse(status.response, status.amountCents)
    case 'underway':
      return { kind: 'pending' }
    case 'nothing':
      return openOutcome(order)
    case 'unknown':
      return { kind: 'unknown', problem: status.problem }
  }
}

async function queryOrder(order: RedsysOrderRow, options: RedsysOptions & { fetch: Fetch }): Promise<PaymentOutcome> {
  const request = { ...options, timeoutSeconds: answerTimeoutSeconds }
  return outcomeOfStatus(order, await queryOrderStatus(request, order.order_number))
}

type Refund = Parameters<PaymentProvider['refund']>[0]

async function refundAtRedsys(
  { refundId, paymentId, amountCents }: Refund,
  { merchantCode, terminal, secretKey, signature, address, reportAddress, fetch }: RedsysOptions & { fetch: Fetch },
): ReturnType<PaymentProvider['refund']> {
  try {
    const parameters = {
      DS_MERCHANT_MERCHANTCODE: merchantCode,
      DS_MERCHANT_TERMINAL: terminal,
      DS_MERCHANT_TRANSACTIONTYPE: refundTransaction,
      DS_MERCHANT_CURRENCY: euro,
      DS_MERCHANT_ORDER: paymentId,
      DS_MERCHANT_AMOUNT: String(amountCents),
      // The report of the refund returns this to identify it.
      DS_MERCHANT_MERCHANTDATA: refundPrefix + refundId,
      DS_MERCHANT_MERCHANTURL: reportAddress,
    }
    const at = `${address}/sis/rest/trataPeticionREST`
    const timeoutSeconds = answerTimeoutSeconds
    const answer = await sendSignedRequest(parameters, { secretKey, signature, address: at, timeoutSeconds, fetch })
    const { Ds_Response: response, Ds_AuthorisationCode: code } = parseRefundAnswer(answer)
    if (Number(response) !== refundMadeCode) return { kind: 'refused', problem: problemOfCode(response) }
    return { kind: 'made', providerRefund: code?.trim() || null }
  } catch (error) {
    // An error code is an answer: nothing was refunded.
    return error instanceof RedsysRefusalError
      ? { kind: 'refused', problem: problemOfCode(error.code) }
      : { kind: 'unknown', problem: { ...problemOfCode(undefined), failure: noAnswerKindOf(error) } }
  }
}

function paymentParameters(order: RedsysOrderRow, { merchantCode, terminal, reportAddress }: RedsysOptions) {
  return {
    DS_MERCHANT_MERCHANTCODE: merchantCode,
    DS_MERCHANT_TERMINAL: terminal,
    DS_MERCHANT_TRANSACTIONTYPE: paymentTransaction,
    DS_MERCHANT_CURRENCY: euro,
    DS_MERCHANT_ORDER: order.order_number,
    DS_MERCHANT_AMOUNT: String(order.amount_cents),
    DS_MERCHANT_PRODUCTDESCRIPTION: order.description,
    DS_MERCHANT_MERCHANTDATA: `${order.customer_id}.${order.attempt_id}`,
    DS_MERCHANT_MERCHANTURL: reportAddress,
  }
}

/** Returns the language of the page, and where it sends the browser back to. */
function returnParameters(
  locale: Locale,
  { paidAddress, unpaidAddress }: { paidAddress: string; unpaidAddress: string },
) {
  return {
    DS_MERCHANT_CONSUMERLANGUAGE: languages[locale],
    DS_MERCHANT_URLOK: paidAddress,
    DS_MERCHANT_URLKO: unpaidAddress,
  }
}

async function checkRedsys(address: string, fetch: Fetch): Promise<void> {
  const signal = AbortSignal.timeout(answerTimeoutSeconds * 1000)
  const answer = await fetch(`${address}/sis/realizarPago`, { method: 'HEAD', redirect: 'manual', signal })
  await answer.body?.cancel()
}
