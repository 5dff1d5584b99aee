import type { Database } from '#db/database.ts'
import { updateLead } from '#domains/lead-records/server/lead-store.ts'
import { redeemCode } from '#domains/offers/server/coupon-store.ts'
import type { SignatureRequest } from '#domains/signatures/server/request-signature.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import type { Actor } from '#kit/actor.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { type CompleteSteps, createDraft, type Sender } from './contract-draft.ts'
import { openIdentificationDuty } from './identification-duty.ts'
import { type ContractDocumentDeps, requestContractSignature } from './request-contract-signature.ts'

export type CompleteLead = {
  leadId: number
  energy: 'electricity' | 'gas'
  steps: CompleteSteps
  locale: Locale
  /** The sender of the lead. */
  sender: Sender
  /** The user who can sign at once. A holder who is not present is written to. */
  actor: Actor
  /** The user who has it created, where that is known. */
  createdByUserId?: number | undefined
  today: MarketDay
  now: Date
  requestId: string
}

/**
 * Creates the contract draft of a locked, complete lead and requests its signature.
 * @returns the page to sign on, null where the holder is written to, or that the promotional code is used up.
 */
export async function createContractFromLead(
  deps: ContractDocumentDeps & { db: Database },
  { leadId, energy, steps, locale, sender, actor, createdByUserId, today, now, requestId }: CompleteLead,
): Promise<SignatureRequest | null | 'code_used_up'> {
  const { db } = deps
  const [promocode = ''] = steps[3].promotional_code ?? []
  const use = { promocode, productId: steps[3].tarifa, leadId, today, now }
  if (promocode !== '' && !(await redeemCode(db, use))) return 'code_used_up'
  const draft = await createDraft(db, { leadId, energy, steps, locale, sender })
  const { customerId, contractId } = draft
  const closedLead = { state: 'sent', typed: '{}', contract_id: contractId, customer_id: customerId } as const
  await updateLead(db, { leadId, now }, closedLead)
  await openIdentificationDuty(db, { customerId, contractId, leadId, energy })
  const signature = await requestContractSignature(deps, { draft, steps, energy, leadId, locale, actor, now })
  const data = { customer_id: customerId, contract_id: contractId, lead_id: leadId, energy }
  await queueEvent(db, { type: 'contract.made', data }, now)
  await writeAudit(db, {
    action: 'contract_asked_for',
    customerId,
    subject: `contract:${draft.name}`,
    ...(createdByUserId !== undefined && { actorUserId: createdByUserId }),
    requestId,
  })
  return signature
}
