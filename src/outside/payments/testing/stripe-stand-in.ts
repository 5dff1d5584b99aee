import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'

/** Stripe's results for its published test methods. */
const declines: Record<string, { code: string; decline_code?: string }> = {
  pm_card_visa_chargeDeclined: { code: 'card_declined', decline_code: 'generic_decline' },
  pm_card_visa_chargeDeclinedInsufficientFunds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  pm_card_visa_chargeDeclinedLostCard: { code: 'card_declined', decline_code: 'lost_card' },
  pm_card_visa_chargeDeclinedStolenCard: { code: 'card_declined', decline_code: 'stolen_card' },
  pm_card_chargeDeclinedExpiredCard: { code: 'expired_card', decline_code: 'expired_card' },
  pm_card_chargeDeclinedIncorrectCvc: { code: 'incorrect_cvc', decline_code: 'incorrect_cvc' },
  pm_card_chargeDeclinedProcessingError: { code: 'processing_error', decline_code: 'processing_error' },
}
const lastDigits: Record<string, string> = { pm_card_visa: '4242', pm_card_authenticationRequired: '3220' }

type Status = 'requires_confirmation' | 'requires_action' | 'requires_payment_method' | 'succeeded' | 'canceled'
type Intent = {
  id: string
  object: 'payment_intent'
  status: Status
  amount: number
  amount_received: number
  currency: string
  client_secret: string
  payment_method: string
  description: string
  created: number
  metadata: Record<string, string>
  last_payment_error: { type: 'card_error'; code: string; decline_code?: string } | null
}
type Refund = {
  id: string
  object: 'refund'
  status: 'succeeded' | 'failed'
  amount: number
  currency: string
  payment_intent: string
  metadata: { refund_id?: string }
}
type StandInAnswer = { status: number; body: object }
type StandInFault = 'lost_answer' | StandInAnswer

export type StripeStandIn = {
  address: string
  /** The environment variables with which a portal accepts cards here. */
  environment: Record<string, string>
  /** The holder's answer to the bank, as given on Stripe's own page. */
  authenticate(paymentId: string, isApproved: boolean): void
  /** Makes the holder's bank reject the refunds of a payment afterwards. */
  failRefunds(paymentId: string): void
  refundedCents(): number[]
  /** Returns what Stripe has sent to the webhook address, signed. */
  reports(): { rawBody: string; headers: Record<string, string> }[]
  /** Returns the amounts that have really been charged, in cents. */
  chargedCents(): number[]
  /** Makes the next requests fail: with another answer, or carried out without an answer. */
  failNext(fault: StandInFault, times?: number): void
  close(): Promise<void>
}

/**
 * Starts the part of Stripe that the portal uses, over HTTP on this machine: keys, idempotency, PaymentIntents, 3-D
 * Secure, events.
 */
export async function startStripeStandIn({
  secretKey,
  webhookSecret,
  now,
}: {
  secretKey: string
  webhookSecret: string
  now: () => Date
}): Promise<StripeStandIn> {
  const intents = new Map<string, Intent>()
  const answers = new Map<string, { question: string; answer: StandInAnswer }>()
  const sent: { rawBody: string; headers: Record<string, string> }[] = []
  let faults: StandInFault[] = []

  const refundedCents = new Map<string, number>()
  const refunds: Refund[] = []

  const server = createServer(async (request, response) => {
    const question = await parseRequest(request)
    if (question.authorization !== `Bearer ${secretKey}`)
      return send(
        response,
        createErrorAnswer(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }),
      )
    const fault = faults.shift()
    if (typeof fault === 'object') return send(response, fault)
    const answer = once(question, () => answerTo(question))
    if (fault === 'lost_answer') return response.destroy()
    send(response, answer)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  // The first answer to a key is repeated; a key with another request is an error.
  function once({ key, path, form }: StandInRequest, answer: () => StandInAnswer): StandInAnswer {
    if (!key) return answer()
    const question = `${path} ${form}`
    const cached = answers.get(key)
    if (cached && cached.question !== question)
      return createErrorAnswer(400, {
        type: 'idempotency_error',
        message: 'Keys can only be used with the same parameters',
      })
    const given = cached?.answer ?? answer()
    answers.set(key, { question, answer: given })
    return given
  }

  function answerTo({ method, path, form }: StandInRequest): StandInAnswer {
    if (path === '/v1/refunds') return refund(form)
    const [, id, action] = /^\/v1\/payment_intents(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
    if (method === 'POST' && !id) return create(form)
    if (path === '/v1/payment_intents') return list()
    const intent = intents.get(id ?? '')
    if (!intent)
      return createErrorAnswer(404, { type: 'invalid_request_error', code: 'resource_missing', param: 'intent' })
    if (action === 'confirm') return confirm(intent)
    if (action === 'cancel') return cancel(intent)
    return { status: 200, body: intent }
  }

  function create(form: URLSearchParams): StandInAnswer {
    const methodId = form.get('payment_method')!
    if (!methodId.startsWith('pm_card_'))
      return createErrorAnswer(400, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'payment_method',
      })
    const id = `pi_${randomBytes(12).toString('hex')}`
    const intent: Intent = {
      id,
      object: 'payment_intent',
      status: 'requires_confirmation',
      amount: Number(form.get('amount')),
      amount_received: 0,
      currency: form.get('currency')!,
      client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
      payment_method: methodId,
      description: form.get('description') ?? '',
      created: Math.floor(now().getTime() / 1000),
      metadata: {
        attempt_id: form.get('metadata[attempt_id]')!,
        customer_id: form.get('metadata[customer_id]')!,
      },
      last_payment_error: null,
    }
    intents.set(id, intent)
    // The same for each method created for a card, whoever uses it.
    const card = { last4: lastDigits[methodId] ?? '0002', fingerprint: `fingerprint-of-${methodId}` }
    const method = { id: methodId, object: 'payment_method', card }
    return {
      status: 200,
      body: form.get('expand[0]') === 'payment_method' ? { ...intent, payment_method: method } : intent,
    }
  }

  function list(): StandInAnswer {
    const data = [...intents.values()].map((intent) => {
      const amount_refunded = refundedCents.get(intent.id) ?? 0
      const card = { last4: lastDigits[intent.payment_method] ?? '0002' }
      return { ...intent, latest_charge: { amount_refunded, payment_method_details: { card } } }
    })
    return { status: 200, body: { object: 'list', url: '/v1/payment_intents', has_more: false, data } }
  }

  function refund(form: URLSearchParams): StandInAnswer {
    const id = form.get('payment_intent')!
    const cents = Number(form.get('amount'))
    const given = refundedCents.get(id) ?? 0
    if (given + cents > (intents.get(id)?.amount_received ?? 0))
      return createErrorAnswer(400, { type: 'invalid_request_error', code: 'charge_already_refunded' })
    refundedCents.set(id, given + cents)
    const refund: Refund = {
      id: `re_${randomBytes(8).toString('hex')}`,
      object: 'refund',
      status: 'succeeded',
      amount: cents,
      currency: 'eur',
      payment_intent: id,
      metadata: { refund_id: form.get('metadata[refund_id]') ?? undefined },
    }
    refunds.push(refund)
    report('refund.created', refund)
    return { status: 200, body: refund }
  }

  function confirm(intent: Intent): StandInAnswer {
    if (intent.status !== 'requires_confirmation') return createUnexpectedStateAnswer(intent)
    if (intent.payment_method === 'pm_card_authenticationRequired') {
      intent.status = 'requires_action'
      report('payment_intent.requires_action', intent)
      return { status: 200, body: { ...intent } }
    }
    const decline = declines[intent.payment_method]
    if (!decline) return succeed(intent)
    return refuse(intent, decline)
  }

  function succeed(intent: Intent): StandInAnswer {
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
    report('payment_intent.succeeded', intent)
    return { status: 200, body: { ...intent } }
  }

  function refuse(intent: Intent, decline: { code: string; decline_code?: string }): StandInAnswer {
    Object.assign(intent, {
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', ...decline },
    })
    report('payment_intent.payment_failed', intent)
    return createErrorAnswer(402, { type: 'card_error', ...decline, payment_intent: { ...intent } })
  }

  function cancel(intent: Intent): StandInAnswer {
    if (intent.status === 'succeeded' || intent.status === 'canceled') return createUnexpectedStateAnswer(intent)
    intent.status = 'canceled'
    report('payment_intent.canceled', intent)
    return { status: 200, body: { ...intent } }
  }

  function report(type: string, intent: Intent | Refund) {
    const event = {
      id: `evt_${randomBytes(12).toString('hex')}`,
      object: 'event',
      type,
      data: { object: { ...intent } },
    }
    const rawBody = JSON.stringify(event)
    const timestamp = Math.floor(now().getTime() / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: rawBody, secret: webhookSecret, timestamp })
    sent.push({ rawBody, headers: { 'stripe-signature': signature } })
  }

  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    environment: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_ADDRESS: address,
    },
    authenticate(paymentId, isApproved) {
      const intent = intents.get(paymentId)!
      if (intent.status !== 'requires_action') return
      if (isApproved) succeed(intent)
      else refuse(intent, { code: 'payment_intent_authentication_failure' })
    },
    failRefunds(paymentId) {
      for (const refund of refunds.filter(({ payment_intent }) => payment_intent === paymentId)) {
        refund.status = 'failed'
        report('refund.failed', refund)
      }
    },
    refundedCents: () => refunds.map(({ amount }) => amount),
    reports: () => [...sent],
    chargedCents: () =>
      [...intents.values()].filter(({ status }) => status === 'succeeded').map(({ amount }) => amount),
    failNext(fault, times = 1) {
      faults = Array(times).fill(fault)
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}

type StandInRequest = { method: string; path: string; authorization?: string; key?: string; form: URLSearchParams }

async function parseRequest(request: IncomingMessage): Promise<StandInRequest> {
  const key = request.headers['idempotency-key']
  return {
    method: request.method!,
    path: new URL(request.url!, 'http://stripe.invalid').pathname,
    authorization: request.headers.authorization,
    key: Array.isArray(key) ? key[0] : key,
    form: new URLSearchParams(await text(request)),
  }
}

function createUnexpectedStateAnswer(intent: Intent): StandInAnswer {
  return createErrorAnswer(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    payment_intent: { ...intent },
  })
}

function createErrorAnswer(status: number, error: object): StandInAnswer {
  return { status, body: { error } }
}

function send(response: ServerResponse, { status, body }: StandInAnswer) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
