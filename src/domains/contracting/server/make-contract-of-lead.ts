import type { Database } from '#db/database.ts'
import { updateLead } from '#domains/leads/server/lead-store.ts'
import { redeemCode } from '#domains/offers/server/coupon-store.ts'
import type { SignatureAsked } from '#domains/signatures/server/ask-for-signature.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import type { Actor } from '#kit/actor.ts'
import type { Locale } from '#kit/locale.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { makeDraft, type Sender, type WholeSteps } from './make-contract.ts'
import { askToSign, type PaperNeeds } from './sign-contract.ts'

export type CompleteLead = {
  leadId: number
  energy: 'electricity' | 'gas'
  steps: WholeSteps
  locale: Locale
  /** Who sent the lead. */
  sender: Sender
  /** Whoever may sign at once; a holder who is not there is written to. */
  actor: Actor
  /** Who has it made, where that is known. */
  madeBy?: number | undefined
  today: MarketDay
  now: Date
  requestId: string
}

/**
 * Makes the draft of a contract of a lead that is locked and complete, and asks for its signature.
 * @returns the page to sign on, null where the holder is written to, or that the promotional code is used up.
 */
export async function makeContractOfLead(
  deps: PaperNeeds & { db: Database },
  { leadId, energy, steps, locale, sender, actor, madeBy, today, now, requestId }: CompleteLead,
): Promise<SignatureAsked | null | 'code_used_up'> {
  const { db } = deps
  const [promocode = ''] = steps[3].promotional_code ?? []
  const use = { promocode, productId: steps[3].tarifa, leadId, today, now }
  if (promocode !== '' && !(await redeemCode(db, use))) return 'code_used_up'
  const made = await makeDraft(db, { leadId, energy, steps, locale, sender })
  const { customerId, contractId } = made
  const ended = { state: 'sent', typed: '{}', contract_id: contractId, customer_id: customerId } as const
  await updateLead(db, { leadId, now }, ended)
  const signature = await askToSign(deps, { made, steps, energy, leadId, locale, actor, now })
  const data = { customer_id: customerId, contract_id: contractId, lead_id: leadId, energy }
  await queueEvent(db, { type: 'contract.made', data }, now)
  await writeAudit(db, {
    action: 'contract_asked_for',
    customerId,
    subject: `contract:${made.name}`,
    ...(madeBy !== undefined && { actorUserId: madeBy }),
    requestId,
  })
  return signature
}
