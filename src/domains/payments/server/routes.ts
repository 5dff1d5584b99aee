import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { CustomerActor } from '#kit/actor.ts'
import { parseId } from '#kit/parse-id.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { Cents } from '#vocabulary/money.ts'
import {
  ConfirmPayment,
  downloadReceipt,
  listPlatforms,
  payItem,
  readPublishableKey,
  readTransactionSummary,
  readTransferDetails,
  StartPayment,
} from '../api.ts'
import { dueAmountOf, type NextPart } from '../next-part.ts'
import { filterOfferedPlatforms, type ItemKind, type PayError } from '../rules.ts'
import { buildTransferDetails, type TransferSettings } from '../transfer.ts'
import { type Attempt, findAttemptOfPayment, findPaidAttempt } from './attempt-store.ts'
import { drawReceipt } from './draw-receipt.ts'
import { findItem, type Item } from './items.ts'
import { limitPaymentAttempt } from './limit-payment-attempt.ts'
import { type Platforms, resumePayment, startPayment } from './pay.ts'
import { isPaymentDenied } from './payment-denial.ts'
import { presentProgress, presentSummary, presentTransfer } from './present.ts'
import type { ReceiptContext } from './receipt-context.ts'
import { sumRefundedCents } from './refunds/refund-store.ts'

type PaymentRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  platforms: Platforms
  clock: () => Date
  /** The payment settings of the retailer. */
  offer: () => { enablePayment: boolean; platforms: readonly string[] }
  /** What of an invoice is to be paid next, if it is paid in parts. */
  nextPartOf: (invoice: { customerId: number; invoiceId: number }) => Promise<NextPart | null>
  /** The transfer settings of the retailer. */
  transfers: () => { settings: TransferSettings; retailerName: string }
  receiptContextFor: (locale: Locale) => ReceiptContext
}

/** The subject of a payment request, as far as its body shows before the gate has validated it. */
type PayRequest =
  | {
      kind: 'start'
      item: Item
      platform: string
      methodId: string
      seenCents?: Cents
      isPart?: boolean
      isOnOffer: boolean
      paid: Attempt | undefined
    }
  | { kind: 'confirm'; attempt: Attempt; isGivenUp?: boolean }
  | { kind: 'unreadable' }

/** The seconds after which a payer may retry, if the provider does not specify them. */
const retryAfterSeconds = 60

export function paymentRoutes({ serve, receiptContextFor, offer, transfers, nextPartOf, ...deps }: PaymentRouteDeps) {
  const { db, platforms } = deps
  const offeredPlatforms = () => filterOfferedPlatforms(offer(), [...platforms.keys()])

  serve(listPlatforms, async () => ({ platforms: offeredPlatforms() }))

  serve(readPublishableKey, async ({ actor, params: { platform } }, refuse) => {
    if (!offeredPlatforms().includes(platform) || (await isPaymentDenied(db, actor.userId)))
      throw refuse('platform_denied')
    return { publishable_key: platforms.get(platform)!.publishableKey }
  })

  serve(payItem, {
    find: ({ actor, request }) => findPayRequest(actor, request.body),
    permit(payRequest, refuse) {
      if (payRequest.kind !== 'start') return
      if (!payRequest.isOnOffer) throw refuse('platform_denied')
      if (!payRequest.item.isPayable && !payRequest.paid) throw refuse('not_payable')
    },
    async act({ actor, subject: payRequest, request }, refuse) {
      const paymentDeps = { ...deps, log: request.log }
      switch (payRequest.kind) {
        case 'confirm':
          return presentProgress(await resumePayment(paymentDeps, payRequest.attempt, payRequest))
        case 'start': {
          // The request was made before, and its reply was lost on the way to the browser.
          if (payRequest.paid) return presentProgress({ attempt: payRequest.paid })
          const payer = { userId: actor.userId, network: request.ip }
          const context = { requestId: request.id, now: deps.clock() }
          const admit = (card?: string) =>
            limitPaymentAttempt(db, { ...payer, card }, { ...context, scope: card ? 'card' : 'user and network' })
          const progress = await startPayment(paymentDeps, {
            ...payRequest,
            userId: actor.userId,
            requestId: request.id,
            admit,
          })
          if (!progress) throw refuse('not_payable')
          if (progress.attempt.error_code === ('provider_unavailable' satisfies PayError))
            throw refuse('provider_unavailable', { retryAfterSeconds: progress.retryAfterSeconds ?? retryAfterSeconds })
          return presentProgress(progress)
        }
        case 'unreadable':
          throw new Error('The gate should have refused an unreadable body.')
      }
    },
  })

  serve(readTransactionSummary, {
    find: ({ actor, params, query }) => findOwn(actor, query.related_object_type, params.invoiceId),
    async act({ subject: item, actor }) {
      const attempt = await findPaidAttempt(db, item)
      const paid = attempt && { attempt, refundedCents: await sumRefundedCents(db, attempt) }
      return presentSummary(item, paid, receiptContextFor(actor.locale))
    },
  })

  serve(readTransferDetails, {
    find: ({ actor, params, query }) => findOwn(actor, query.related_object_type, params.invoiceId),
    async act({ subject: item }, refuse) {
      const { settings, retailerName } = transfers()
      const { customerId, itemId: invoiceId } = item
      const due = dueAmountOf(item, item.kind === 'invoice' ? await nextPartOf({ customerId, invoiceId }) : null)
      const details = buildTransferDetails({ ...item, amountCents: due.amountCents }, settings, retailerName)
      if (!details) throw refuse('no_transfer')
      return presentTransfer(item, due, details)
    },
  })

  serve(downloadReceipt, {
    find: ({ actor, params, query }) => findOwn(actor, query.related_object_type, params.invoiceId),
    async act({ subject: item, actor }, refuse) {
      const attempt = await findPaidAttempt(db, item)
      if (!attempt) throw refuse('no_receipt')
      return drawReceipt(item, attempt, receiptContextFor(actor.locale))
    },
  })

  // Ownership is checked before the body is validated, so the ids are read from the raw body.
  async function findPayRequest(
    { customerIds, userId }: CustomerActor,
    body: unknown,
  ): Promise<PayRequest | undefined> {
    const start = StartPayment.safeParse(body)
    if (start.success) {
      const { item_id: itemId, related_object_type: kind } = start.data
      const { platform_name: platform, payment_method_id: methodId } = start.data
      const item = await findItem(db, { customerIds, kind, itemId })
      if (!item) return undefined
      const paid = await findPaidAttempt(db, { ...item, methodId })
      const isOnOffer = offeredPlatforms().includes(platform) && !(await isPaymentDenied(db, userId))
      const seenCents = start.data.amount === undefined ? undefined : Math.round(start.data.amount * 100)
      return { kind: 'start', item, platform, methodId, seenCents, isPart: start.data.part, isOnOffer, paid }
    }
    const confirm = ConfirmPayment.safeParse(body)
    if (!confirm.success) return { kind: 'unreadable' }
    const { platform_name: platform, payment_intent_id: paymentId } = confirm.data
    const attempt = await findAttemptOfPayment(db, { customerIds, platform, paymentId })
    return attempt && { kind: 'confirm', attempt, isGivenUp: confirm.data.given_up }
  }

  async function findOwn({ customerIds }: CustomerActor, kind: ItemKind, text: string): Promise<Item | undefined> {
    // A value that is not a number matches no invoice.
    const itemId = parseId(text)
    return itemId === undefined ? undefined : findItem(db, { customerIds, kind, itemId })
  }
}
