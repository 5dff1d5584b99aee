import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { isPaymentPath } from '#domains/operator/rules.ts'
import type { Settings } from '#domains/operator/settings.ts'
import { sourcesOf } from '#domains/payments/provider-sources.ts'
import { platformsOnOffer } from '#domains/payments/rules.ts'
import { isPaymentDenied, paymentDenials } from '#domains/payments/server/denial.ts'
import { startPaymentJobs } from '#domains/payments/server/jobs.ts'
import type { Platforms } from '#domains/payments/server/pay.ts'
import type { ReceiptPaper } from '#domains/payments/server/receipt-paper.ts'
import { paymentReports, reportPath } from '#domains/payments/server/report-route.ts'
import { paymentRoutes } from '#domains/payments/server/routes.ts'
import { secretKey } from '#domains/session/server/secret-keys.ts'
import type { Actor } from '#kit/actor.ts'
import type { Boot } from '#kit/boot.ts'
import type { Locale } from '#kit/locale.ts'
import { outsideFetch } from '#kit/server/outside-fetch.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import { watched } from '#outside/asked.ts'
import { circuitBreaker } from '#outside/circuit-breaker.ts'
import type { Payments, PlatformName } from '#outside/payments/payments.ts'
import { sandboxProvider } from '#outside/payments/sandbox/provider.ts'
import { createSandboxPayments } from '#outside/payments/sandbox.ts'
import type { DomainNeeds } from './calls.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { ownOrigin } from './http.ts'
import { leavingForBank } from './leaving-for-bank.ts'
import { translator } from './texts.ts'

const unanswered = { kind: 'unknown' } as const

/** What is answered at once for a provider that does not answer: no money is asked for, and of what was nothing is known. */
const heldBack = {
  prepare: (retryAfterSeconds: number) => ({ kind: 'unavailable', retryAfterSeconds }) as const,
  confirm: (retryAfterSeconds: number) => ({ kind: 'unavailable', retryAfterSeconds }) as const,
  lookUp: () => unanswered,
  withdraw: () => unanswered,
}

type Needs = { config: Config; isDemo: boolean; db: Kysely<DB>; clock: () => Date }

/** The card providers that this server can speak to: Stripe and Redsys with credentials, and the sandbox in the demonstration. */
export async function paymentPlatforms({ config, isDemo, db, clock }: Needs): Promise<Platforms> {
  const platforms = new Map<PlatformName, Payments>()
  const { allowsPrivate } = config
  if (config.stripe) {
    // Its library takes memory that only those who use it should give.
    const { createStripePayments } = await import('#outside/payments/stripe.ts')
    const asking = ['prepare', 'confirm', 'lookUp', 'withdraw', 'refund'] as const
    const circuit = { breaker: circuitBreaker('stripe', { clock }), held: { ...heldBack, refund: () => unanswered } }
    platforms.set(
      'stripe',
      watched('stripe', createStripePayments({ ...config.stripe, allowsPrivate }), { asking, circuit }),
    )
  }
  if (config.redsys) {
    const { createRedsysPayments } = await import('#outside/payments/redsys.ts')
    const reportAddress = `${config.publicOrigin}${config.basePath}${reportPath('redsys')}`
    const redsys = createRedsysPayments({
      ...config.redsys,
      ...{ db, clock, reportAddress },
      fetch: outsideFetch({ allowsPrivate }),
    })
    // The rest is answered here, or by its report.
    // It knows no refund by its id, so that one which was held back is over, and may be ordered again.
    const circuit = {
      breaker: circuitBreaker('redsys', { clock }),
      held: { refund: () => ({ kind: 'refused' }) as const },
    }
    platforms.set('redsys', watched('redsys', redsys, { asking: ['refund'], circuit }))
  }
  if (isDemo) platforms.set('sandbox', createSandboxPayments({ db, clock, webhookSecret: await sandboxSecret(db) }))
  return platforms
}

/** Mounts what customers, providers and, in the demonstration, the sandbox's visitors ask for. */
export function mountPayments({ serve, app, context, actors }: DomainNeeds) {
  const { config, isDemo, db, settings, payments: platforms, clock } = context
  paymentRoutes({
    serve,
    db,
    platforms,
    clock,
    offer: () => paymentOffer(settings.now()),
    transfers: () => ({
      settings: settings.now().payment.transfer,
      retailerName: settings.now().organization.name,
    }),
    paperIn: (locale) => receiptPaper(locale, settings.now()),
  })
  paymentReports({ app, db, platforms, clock })
  leavingForBank({ app, context, actors })
  if (!isDemo) return
  const place = { basePath: config.basePath, originOf: (request: FastifyRequest) => ownOrigin(request, config) }
  sandboxProvider({ app, db, clock, place, payee: () => settings.now().organization.name })
}

/** What the retailer offers of paying by card. */
function paymentOffer({ invoices, payment }: Settings): {
  enablePayment: boolean
  platforms: readonly string[]
} {
  return { enablePayment: invoices.enablePayment, platforms: payment.platforms }
}

/** Tells whether somebody may pay by card: there is a platform for it, and it is not denied to them. */
export function mayPay({ db, settings, payments }: Context): (payer: { userId: number }) => Promise<boolean> {
  const isDenied = paymentDenials(db)
  return async ({ userId }) => {
    const platforms = platformsOnOffer(paymentOffer(settings.now()), [...payments.keys()])
    return platforms.length > 0 && !(await isDenied(userId))
  }
}

/** The card providers that a page may take cards with, by its path in key form: only there its policy lets them in. */
export async function cardPart(
  { db, settings, payments }: Context,
  { actor, keyPath }: { actor: Actor; keyPath: string },
): Promise<Pick<Boot, 'cardPlatforms'>> {
  if (!isPaymentPath(keyPath) || actor.kind !== 'customer' || actor.readonly) return {}
  const platforms = platformsOnOffer(paymentOffer(settings.now()), [...payments.keys()]).filter(sourcesOf)
  return platforms.length && !(await isPaymentDenied(db, actor.userId)) ? { cardPlatforms: platforms } : {}
}

function receiptPaper(locale: Locale, { organization, brand }: Settings): ReceiptPaper {
  return {
    locale,
    brand: brandOnPaper({ name: organization.name, color: brand.color, logo: null }),
    say: translator(locale, 'payments.receipt'),
  }
}

/** Begins what goes on with payments besides requests, on a server that listens. */
export async function paymentJobs({ config, isDemo, db, payments, clock }: Context, app: FastifyInstance) {
  const origin = () => (config.role === 'worker' ? config.publicOrigin : app.listeningOrigin)
  const address = () => `${origin()}${config.basePath}${reportPath('sandbox')}`
  return startPaymentJobs({
    db,
    platforms: payments,
    clock,
    log: app.log,
    sandbox: isDemo ? { address, webhookSecret: await sandboxSecret(db) } : undefined,
  })
}

async function sandboxSecret(db: Kysely<DB>): Promise<string> {
  return (await secretKey(db, 'sandbox-webhook')).toString('base64')
}
