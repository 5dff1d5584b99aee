import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Locale } from '#kit/locale.ts'
import { parseLimitedJson, requestJsonLimits } from '#kit/server/limited-json.ts'
import type { Fetch } from '#kit/server/outside-fetch.ts'
import { type FailureKind, failureOf } from '#outside/asked.ts'
import type { Outcome, Payments, ProviderProblem } from './payments.ts'
import { askStanding } from './redsys/ask-standing.ts'
import { keepOrder, markWithdrawn, type Order, orderOf } from './redsys/order-book.ts'
import { readRedsysReport, readRefundAnswer, refundMade, refundMark } from './redsys/reports.ts'
import { outcomeOfResponse } from './redsys/responses.ts'
import { isSignatureOf, type SignatureVersion, signatureVersionOf } from './redsys/signature.ts'
import { askSigned, RedsysRefusal, signedFields } from './redsys/signed-request.ts'
import { digestOf } from './reported.ts'

/** What the bank gave the retailer, and where Redsys is: another address for its test environment or a stand-in. */
export type RedsysAccount = {
  merchantCode: string
  terminal: string
  secretKey: string
  /** How what goes there is signed; of what comes, its own version counts. */
  signature: SignatureVersion
  address: string
}

type Needs = RedsysAccount & {
  db: Kysely<DB>
  clock: () => Date
  /** Where Redsys reports to. */
  reportAddress: string
  /** How it is asked. */
  fetch?: Fetch
}

const euro = '978'
const payment = '0'
const refund = '3'
const longestAnswerSeconds = 20
const longestCode = 20
// Long after any page of Redsys has closed, and any report of it has come.
const forgottenHours = 24

const brokenOff: Outcome = { kind: 'declined', error: 'payment_intent_unexpected_state' }

/**
 * Card payments at Redsys: holders pay on its own page, to which their browser posts a signed form. An order is taken
 * there once, however often its form is posted, so its number is what keeps a payment from being made twice.
 */
export function createRedsysPayments(needs: Needs): Payments {
  const { merchantCode, terminal, secretKey, signature, address, db, clock, reportAddress } = needs
  const { fetch = globalThis.fetch } = needs

  async function stand(order: Order): Promise<Outcome> {
    const standing = await askStanding({ ...needs, fetch, timeoutSeconds: longestAnswerSeconds }, order.order_number)
    switch (standing.kind) {
      case 'finished':
        return outcomeOfResponse(standing.response, standing.amountCents)
      case 'underway':
        return { kind: 'pending' }
      case 'nothing':
        return open(order)
      case 'unknown':
        return { kind: 'unknown', problem: standing.problem }
    }
  }

  return {
    publishableKey: merchantCode,

    async prepare({ attemptId, customerId, amountCents, description }) {
      const order = await keepOrder(db, { attemptId, customerId, amountCents, description, now: clock() })
      return { kind: 'prepared', paymentId: order.order_number, cardLast4: null }
    },

    async confirm({ paymentId }) {
      const order = await orderOf(db, paymentId)
      return order ? open(order) : { kind: 'missing' }
    },

    async lookUp(paymentId) {
      const order = await orderOf(db, paymentId)
      if (!order) return { kind: 'missing' }
      const outcome = await stand(order)
      // Where Redsys does not say, its report will, and until then the holder may still be at the page.
      return outcome.kind === 'unknown' ? open(order) : outcome
    },

    async withdraw(paymentId) {
      const order = await orderOf(db, paymentId)
      if (!order) return { kind: 'missing' }
      const outcome = await stand(order)
      if (outcome.kind === 'unknown' && !isForgotten(order, clock())) return outcome
      if (outcome.kind !== 'unknown' && outcome.kind !== 'requires_action') return outcome
      await markWithdrawn(db, order, clock())
      return brokenOff
    },

    repeatsRefunds: false,

    async refund({ refundId, paymentId, amountCents }) {
      try {
        const asked = {
          DS_MERCHANT_MERCHANTCODE: merchantCode,
          DS_MERCHANT_TERMINAL: terminal,
          DS_MERCHANT_TRANSACTIONTYPE: refund,
          DS_MERCHANT_CURRENCY: euro,
          DS_MERCHANT_ORDER: paymentId,
          DS_MERCHANT_AMOUNT: String(amountCents),
          // By which its report tells which refund it is of.
          DS_MERCHANT_MERCHANTDATA: refundMark + refundId,
          DS_MERCHANT_MERCHANTURL: reportAddress,
        }
        const at = `${address}/sis/rest/trataPeticionREST`
        const timeoutSeconds = longestAnswerSeconds
        const answer = await askSigned(asked, { secretKey, signature, address: at, timeoutSeconds, fetch })
        const { Ds_Response: response, Ds_AuthorisationCode: code } = readRefundAnswer(answer)
        if (Number(response) !== refundMade) return { kind: 'refused', problem: answeredProblem(response) }
        return { kind: 'made', providerRefund: code?.trim() || null }
      } catch (error) {
        // An error code is an answer: nothing was given back.
        return error instanceof RedsysRefusal
          ? { kind: 'refused', problem: answeredProblem(error.code) }
          : { kind: 'unknown', problem: { ...answeredProblem(undefined), failure: silenceOf(error) } }
      }
    },

    async check() {
      const signal = AbortSignal.timeout(longestAnswerSeconds * 1000)
      const answer = await fetch(`${address}/sis/realizarPago`, { method: 'HEAD', redirect: 'manual', signal })
      await answer.body?.cancel()
    },

    async formFor(paymentId, { locale, paidAddress, unpaidAddress }) {
      const order = await orderOf(db, paymentId)
      if (!order || order.withdrawn_at) return null
      const asked = {
        DS_MERCHANT_MERCHANTCODE: merchantCode,
        DS_MERCHANT_TERMINAL: terminal,
        DS_MERCHANT_TRANSACTIONTYPE: payment,
        DS_MERCHANT_CURRENCY: euro,
        DS_MERCHANT_ORDER: order.order_number,
        DS_MERCHANT_AMOUNT: String(order.amount_cents),
        DS_MERCHANT_PRODUCTDESCRIPTION: order.description,
        DS_MERCHANT_MERCHANTDATA: `${order.customer_id}.${order.attempt_id}`,
        DS_MERCHANT_CONSUMERLANGUAGE: languages[locale],
        DS_MERCHANT_MERCHANTURL: reportAddress,
        DS_MERCHANT_URLOK: paidAddress,
        DS_MERCHANT_URLKO: unpaidAddress,
      }
      return { address: `${address}/sis/realizarPago`, fields: signedFields(asked, { secretKey, signature }) }
    },

    // Its signature has no time in it. A report that is sent again is the same event, which changes nothing.
    verifyReport({ rawBody }) {
      const sent = new URLSearchParams(rawBody)
      const parameters = sent.get('Ds_MerchantParameters') ?? ''
      const told = readParameters(parameters)
      const version = signatureVersionOf(sent.get('Ds_SignatureVersion'))
      if (!told || !version) return null
      const signer = { secretKey, order: told.Ds_Order, version }
      if (!isSignatureOf(sent.get('Ds_Signature') ?? '', parameters, signer)) return null
      const isOurs = told.Ds_MerchantCode === merchantCode && Number(told.Ds_Terminal) === Number(terminal)
      return isOurs ? { eventId: eventIdOf(told.Ds_Order, parameters), payload: told } : null
    },

    readReport: readRedsysReport,
  }
}

// What cannot be read or is not signed is no answer.
function silenceOf(error: unknown): FailureKind {
  const failure = failureOf(error)
  return failure === 'other' ? 'no_answer' : failure
}

/** What Redsys answered to a question that it did not do, by its code. */
function answeredProblem(code: string | undefined): ProviderProblem {
  return {
    failure: 'other',
    status: null,
    type: null,
    code: code?.slice(0, longestCode) ?? null,
    providerRequestId: null,
  }
}

/** An order that nothing is known of: its holder is to go to the page, unless nobody may any more. */
function open({ withdrawn_at, order_number }: Order): Outcome {
  return withdrawn_at ? brokenOff : { kind: 'requires_action', clientSecret: order_number }
}

function isForgotten({ prepared_at }: Order, now: Date): boolean {
  return now.getTime() - prepared_at.getTime() >= forgottenHours * 3_600_000
}

function readParameters(encoded: string): Signed | null {
  try {
    const told = parseLimitedJson(
      Buffer.from(encoded, 'base64').toString('utf8'),
      requestJsonLimits,
    ) as Partial<Signed> | null
    return typeof told?.Ds_Order === 'string' && told.Ds_Order !== '' ? (told as Signed) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** What is read before it is known who has signed it. */
type Signed = { Ds_Order: string; Ds_MerchantCode: unknown; Ds_Terminal: unknown }

// Redsys names no events: what it says of an order is one by what it says.
function eventIdOf(order: string, parameters: string): string {
  return `${order.slice(0, 12)}-${digestOf(parameters)}`
}

const languages = { es: '1', en: '2', ca: '3', fr: '4', de: '5', gl: '12' } as const satisfies Record<Locale, string>
