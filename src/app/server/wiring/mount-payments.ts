import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { findNextPart } from '#domains/collections/server/next-part.ts'
import { cspSourcesOf } from '#domains/payments/csp-sources.ts'
import { filterOfferedPlatforms } from '#domains/payments/rules.ts'
import { startPaymentJobs } from '#domains/payments/server/jobs.ts'
import type { Platforms } from '#domains/payments/server/pay.ts'
import { createPaymentDenialLookup, isPaymentDenied } from '#domains/payments/server/payment-denial.ts'
import type { ReceiptContext } from '#domains/payments/server/receipt-context.ts'
import { paymentReportRoute, reportPath } from '#domains/payments/server/reports/report-route.ts'
import { paymentRoutes } from '#domains/payments/server/routes.ts'
import { isPaymentPath } from '#domains/retailer/rules.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import type { Actor } from '#kit/actor.ts'
import type { Boot } from '#kit/boot.ts'
import { createOutboundFetch } from '#kit/server/outbound-fetch.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { readOrCreateKey } from '#kit/server/secret-keys.ts'
import { createCircuitBreaker } from '#outside/circuit-breaker.ts'
import { instrument } from '#outside/outbound-call.ts'
import type { PaymentProvider } from '#outside/payments/payment-provider.ts'
import type { PlatformName } from '#outside/payments/platforms.ts'
import { serveSandboxProvider } from '#outside/payments/sandbox/serve-provider.ts'
import { createSandboxPaymentProvider } from '#outside/payments/sandbox.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { ownOrigin } from '../http/http-server.ts'
import { serveProviderRedirectPage } from '../pages/provider-redirect-page.ts'
import type { Config } from '../process/config.ts'
import { translator } from '../texts/texts.ts'
import type { Context } from './context.ts'
import type { CallsDeps } from './register-calls.ts'

const unknownOutcome = { kind: 'unknown' } as const

/**
 * Immediate answers for a provider whose circuit is open: no payment is started, and the state of earlier ones is
 * unknown.
 */
const openCircuitAnswers = {
  prepare: (retryAfterSeconds: number) => ({ kind: 'unavailable', retryAfterSeconds }) as const,
  confirm: (retryAfterSeconds: number) => ({ kind: 'unavailable', retryAfterSeconds }) as const,
  lookUp: () => unknownOutcome,
  withdraw: () => unknownOutcome,
}

type PaymentPlatformsDeps = { config: Config; isDemo: boolean; db: Kysely<DB>; clock: () => Date }

/**
 * Opens the payment platforms of this server: Stripe and Redsys if they have credentials, and the sandbox in the
 * demonstration.
 */
export async function openPaymentPlatforms({ config, isDemo, db, clock }: PaymentPlatformsDeps): Promise<Platforms> {
  const platforms = new Map<PlatformName, PaymentProvider>()
  const { allowsPrivate } = config
  if (config.stripe) {
    // Loaded on demand, as its library takes memory that only its users should pay for.
    const { createStripeProvider } = await import('#outside/payments/stripe.ts')
    const methods = ['prepare', 'confirm', 'lookUp', 'withdraw', 'refund'] as const
    const circuit = {
      breaker: createCircuitBreaker('stripe', { clock }),
      fallbacks: { ...openCircuitAnswers, refund: () => unknownOutcome },
    }
    platforms.set(
      'stripe',
      instrument('stripe', createStripeProvider({ ...config.stripe, allowsPrivate }), { methods, circuit }),
    )
  }
  if (config.redsys) {
    const { createRedsysProvider } = await import('#outside/payments/redsys.ts')
    const reportAddress = `${config.publicOrigin}${config.basePath}${reportPath('redsys')}`
    const redsys = createRedsysProvider({
      ...config.redsys,
      ...{ db, clock, reportAddress },
      fetch: createOutboundFetch({ allowsPrivate }),
    })
    // The other methods are answered locally, or by the provider's report. Redsys knows no refund by its id, so one
    // that the open circuit blocks counts as refused, and may be ordered again.
    const circuit = {
      breaker: createCircuitBreaker('redsys', { clock }),
      fallbacks: { refund: () => ({ kind: 'refused' }) as const },
    }
    platforms.set('redsys', instrument('redsys', redsys, { methods: ['refund'], circuit }))
  }
  if (isDemo)
    platforms.set('sandbox', createSandboxPaymentProvider({ db, clock, webhookSecret: await readSandboxSecret(db) }))
  return platforms
}

/** Registers the routes of customers, of providers and, in the demonstration, of the sandbox's visitors. */
export function mountPayments({ serve, app, context, actors }: CallsDeps) {
  const { config, isDemo, db, settings, payments: platforms, clock } = context
  paymentRoutes({
    serve,
    db,
    platforms,
    clock,
    offer: () => paymentOfferOf(settings.now()),
    nextPartOf: (invoice) => findNextPart(db, invoice),
    transfers: () => ({
      settings: settings.now().payment.transfer,
      retailerName: settings.now().organization.name,
    }),
    receiptContextFor: (locale) => receiptPaperOf(locale, settings.now()),
  })
  paymentReportRoute({ app, db, platforms, clock })
  serveProviderRedirectPage({ app, context, actors })
  if (!isDemo) return
  const location = { basePath: config.basePath, originOf: (request: FastifyRequest) => ownOrigin(request, config) }
  serveSandboxProvider({ app, db, clock, location, payee: () => settings.now().organization.name })
}

/** Returns what the retailer offers for card payment. */
function paymentOfferOf({ invoices, payment }: Settings): {
  enablePayment: boolean
  platforms: readonly string[]
} {
  return { enablePayment: invoices.enablePayment, platforms: payment.platforms }
}

/** Creates a check whether a user may pay by card: a platform is available, and payment is not denied to them. */
export function createPayPermission({
  db,
  settings,
  payments,
}: Context): (payer: { userId: number }) => Promise<boolean> {
  const isDenied = createPaymentDenialLookup(db)
  return async ({ userId }) => {
    const platforms = filterOfferedPlatforms(paymentOfferOf(settings.now()), [...payments.keys()])
    return platforms.length > 0 && !(await isDenied(userId))
  }
}

/**
 * Returns the payment platforms with which a page may take cards, by its path in key form: only there its policy allows
 * them.
 */
export async function readCardBoot(
  { db, settings, payments }: Context,
  { actor, keyPath }: { actor: Actor; keyPath: string },
): Promise<Pick<Boot, 'cardPlatforms'>> {
  if (!isPaymentPath(keyPath) || actor.kind !== 'customer' || actor.readonly) return {}
  const platforms = filterOfferedPlatforms(paymentOfferOf(settings.now()), [...payments.keys()]).filter(cspSourcesOf)
  return platforms.length && !(await isPaymentDenied(db, actor.userId)) ? { cardPlatforms: platforms } : {}
}

function receiptPaperOf(locale: Locale, { organization, brand }: Settings): ReceiptContext {
  return {
    locale,
    brand: deriveDocumentBrand({ name: organization.name, color: brand.color, logo: null }),
    t: translator(locale, 'payments.receipt'),
  }
}

/** Starts the background jobs of payments, on a server that listens. */
export async function startMountedPaymentJobs(
  { config, isDemo, db, payments, watch, clock }: Context,
  app: FastifyInstance,
) {
  const origin = () => (config.role === 'worker' ? config.publicOrigin : app.listeningOrigin)
  const address = () => `${origin()}${config.basePath}${reportPath('sandbox')}`
  return startPaymentJobs({
    db,
    platforms: payments,
    watch,
    clock,
    log: app.log,
    sandbox: isDemo ? { address, webhookSecret: await readSandboxSecret(db) } : undefined,
  })
}

async function readSandboxSecret(db: Kysely<DB>): Promise<string> {
  return (await readOrCreateKey(db, 'sandbox-webhook')).toString('base64')
}
