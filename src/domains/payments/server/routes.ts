import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { CustomerActor } from '#kit/actor.ts'
import type { Locale } from '#kit/locale.ts'
import type { Serve } from '#kit/server/serve.ts'
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
import { type ItemKind, type PayError, platformsOnOffer } from '../rules.ts'
import { type TransferSettings, transferDetails } from '../transfer.ts'
import { type Attempt, findAttemptOfPayment, findPaidAttempt } from './attempt-store.ts'
import { isPaymentDenied } from './denial.ts'
import { admitPayment } from './hold-back.ts'
import { findItem, type Item } from './items.ts'
import { type Platforms, resumePayment, startPayment } from './pay.ts'
import { presentProgress, presentSummary, presentTransfer } from './present.ts'
import { drawReceipt } from './receipt.ts'
import type { ReceiptPaper } from './receipt-paper.ts'
import { refundedCentsOf } from './refund-store.ts'

type Needs = {
  serve: Serve
  db: Kysely<DB>
  platforms: Platforms
  clock: () => Date
  /** What the retailer offers. */
  offer: () => { enablePayment: boolean; platforms: readonly string[] }
  /** How the retailer takes transfers. */
  transfers: () => { settings: TransferSettings; retailerName: string }
  paperIn: (locale: Locale) => ReceiptPaper
}

/** What a call to pay is about, as far as its body tells before the gate has read it. */
type Asked =
  | {
      kind: 'start'
      item: Item
      platform: string
      methodId: string
      seenCents?: Cents
      isOnOffer: boolean
      paid: Attempt | undefined
    }
  | { kind: 'confirm'; attempt: Attempt; isGivenUp?: boolean }
  | { kind: 'unreadable' }

/** After how long whoever pays may try again, where the provider does not say. */
const retryAfterSeconds = 60

export function paymentRoutes({ serve, paperIn, offer, transfers, ...needs }: Needs) {
  const { db, platforms } = needs
  const onOffer = () => platformsOnOffer(offer(), [...platforms.keys()])

  serve(listPlatforms, async () => ({ platforms: onOffer() }))

  serve(readPublishableKey, async ({ actor, params: { platform } }, refuse) => {
    if (!onOffer().includes(platform) || (await isPaymentDenied(db, actor.userId))) throw refuse('platform_denied')
    return { publishable_key: platforms.get(platform)!.publishableKey }
  })

  serve(payItem, {
    find: ({ actor, request }) => findAsked(actor, request.body),
    permit(asked, refuse) {
      if (asked.kind !== 'start') return
      if (!asked.isOnOffer) throw refuse('platform_denied')
      if (!asked.item.isPayable && !asked.paid) throw refuse('not_payable')
    },
    async act({ actor, subject: asked, request }, refuse) {
      const deps = { ...needs, log: request.log }
      switch (asked.kind) {
        case 'confirm':
          return presentProgress(await resumePayment(deps, asked.attempt, asked))
        case 'start': {
          // The question was asked before, and its answer got lost on the way to the browser.
          if (asked.paid) return presentProgress({ attempt: asked.paid })
          const payer = { userId: actor.userId, network: request.ip }
          const about = { requestId: request.id, now: needs.clock() }
          const admit = (card?: string) =>
            admitPayment(db, { ...payer, card }, { ...about, which: card ? 'card' : 'user and network' })
          const progress = await startPayment(deps, { ...asked, userId: actor.userId, requestId: request.id, admit })
          if (!progress) throw refuse('not_payable')
          if (progress.attempt.error_code === ('provider_unavailable' satisfies PayError))
            throw refuse('provider_unavailable', { retryAfterSeconds: progress.retryAfterSeconds ?? retryAfterSeconds })
          return presentProgress(progress)
        }
        case 'unreadable':
          throw new Error('The gate lets no body through that it cannot read.')
      }
    },
  })

  serve(readTransactionSummary, {
    find: ({ actor, params, query }) => findOwn(actor, query.related_object_type, params.invoiceId),
    async act({ subject: item, actor }) {
      const attempt = await findPaidAttempt(db, item)
      const paid = attempt && { attempt, refundedCents: await refundedCentsOf(db, attempt) }
      return presentSummary(item, paid, paperIn(actor.locale))
    },
  })

  serve(readTransferDetails, {
    find: ({ actor, params, query }) => findOwn(actor, query.related_object_type, params.invoiceId),
    async act({ subject: item }, refuse) {
      const { settings, retailerName } = transfers()
      const details = transferDetails(item, settings, retailerName)
      if (!details) throw refuse('no_transfer')
      return presentTransfer(item, details)
    },
  })

  serve(downloadReceipt, {
    find: ({ actor, params, query }) => findOwn(actor, query.related_object_type, params.invoiceId),
    async act({ subject: item, actor }, refuse) {
      const attempt = await findPaidAttempt(db, item)
      if (!attempt) throw refuse('no_receipt')
      return drawReceipt(item, attempt, paperIn(actor.locale))
    },
  })

  // Whose something is comes before whether the body is right, so the ids are looked for in the body as it came.
  async function findAsked({ customerIds, userId }: CustomerActor, body: unknown): Promise<Asked | undefined> {
    const start = StartPayment.safeParse(body)
    if (start.success) {
      const { item_id: itemId, related_object_type: kind } = start.data
      const { platform_name: platform, payment_method_id: methodId } = start.data
      const item = await findItem(db, { customerIds, kind, itemId })
      if (!item) return undefined
      const paid = await findPaidAttempt(db, { ...item, methodId })
      const isOnOffer = onOffer().includes(platform) && !(await isPaymentDenied(db, userId))
      const seenCents = start.data.amount === undefined ? undefined : Math.round(start.data.amount * 100)
      return { kind: 'start', item, platform, methodId, seenCents, isOnOffer, paid }
    }
    const confirm = ConfirmPayment.safeParse(body)
    if (!confirm.success) return { kind: 'unreadable' }
    const { platform_name: platform, payment_intent_id: paymentId } = confirm.data
    const attempt = await findAttemptOfPayment(db, { customerIds, platform, paymentId })
    return attempt && { kind: 'confirm', attempt, isGivenUp: confirm.data.given_up }
  }

  async function findOwn({ customerIds }: CustomerActor, kind: ItemKind, text: string): Promise<Item | undefined> {
    // What is no number is nobody's invoice.
    return /^[1-9]\d{0,8}$/.test(text) ? findItem(db, { customerIds, kind, itemId: Number(text) }) : undefined
  }
}
