import type { Database } from '#db/database.ts'
import { resolveSignedClaim } from '#domains/accounts/server/claims.ts'
import { cancelDraft, clearClaim, deletePreparedSigner } from '#domains/accounts/server/withdraw-claims.ts'
import { type ContractKey, signDraftContract } from '#domains/contract-records/server/contract-store.ts'
import { closeLeadOfContract } from '#domains/lead-records/server/lead-progress.ts'
import { type NewMessage, queueMessage } from '#domains/messages/server/queue-message.ts'
import type { SignatureHandler } from '#domains/signatures/server/signature-handlers.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { contractAddress } from '#vocabulary/contract-address.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { isHolderVerified } from '../person-rules.ts'
import { openBonusReportDuty } from './bonus-report-duty.ts'
import type { Findings } from './check-applicant.ts'
import { isCurrentlySupplied } from './contract-draft.ts'
import { openContractDuties } from './contract-duties.ts'
import { endIdentificationDuty, isIdentificationOutdated } from './identification-duty.ts'
import type { StoredSteps } from './lead-steps.ts'

/**
 * The handler of a signed contract draft. Once signed, the contract is open and waits for the distributor, and its
 * account becomes the holder's; the signer of a claim can now see the holder. If it is not signed in time, it is
 * cancelled, its supply is free for another contract, and the account prepared for its signer is removed. Electricity
 * and gas under one code are signed both or neither.
 */
export const contractSignatureHandler: SignatureHandler = {
  async obstacleTo(db, { contractIds, now }) {
    return (await isIdentificationOutdated(db, contractIds, now)) ? 'identification_outdated' : null
  },
  async onSigned(transaction, { customerId, contractIds, userId, now }) {
    const signed: SignedContractInfo[] = []
    for (const contractId of contractIds) {
      const opened = await openSignedContract(transaction, { customerId, contractId, userId, now })
      if (!opened) return false
      signed.push(opened)
    }
    await queueMessage(transaction, { customerId, ...signedMessageOf(signed) }, now)
    return true
  },
  async onUnsigned(transaction, { customerId, contractIds, subjectId, now }) {
    for (const contractId of contractIds) {
      await cancelDraft(transaction, { customerId, contractId, now })
      await endIdentificationDuty(transaction, contractId, { state: 'cancelled', now })
    }
    await clearClaim(transaction, { customerId, now })
    await deletePreparedSigner(transaction, { customerId, contractId: subjectId, now })
  },
}

type SignedContractInfo = {
  contractId: number
  name: string
  energy: 'electricity' | 'gas'
  isSwitch: boolean
  /** The last day to withdraw; null for a company. */
  withdrawUntil: MarketDay | null
}

/**
 * Opens a signed draft: it waits for the distributor, and its account becomes the holder's. Returns undefined where it
 * is no longer a draft.
 */
async function openSignedContract(
  transaction: Database,
  { userId, now, ...key }: ContractKey & { userId: number; now: Date },
): Promise<SignedContractInfo | undefined> {
  const { customerId, contractId } = key
  const contract = await signDraftContract(transaction, key, marketDayOf(now, 'Europe/Madrid'))
  if (!contract) return undefined
  const holder = await readSignedHolder(transaction, key)
  const isProven = await isHolderOfContractVerified(transaction, key)
  await resolveSignedClaim(transaction, { customerId, userId, holder, isProven, now })
  await closeLeadOfContract(transaction, { ...key, state: 'signed', now })
  const data = { customer_id: customerId, contract_id: contractId, switch_on: contract.switch_on }
  await queueEvent(transaction, { type: 'contract.signed', data }, now)
  const energy = contract.energy as SignedContractInfo['energy']
  const isSwitch = await wasSupplied(transaction, key)
  await endIdentificationDuty(transaction, contractId, { state: 'done', now })
  if (energy === 'electricity') await openBonusReportDuty(transaction, { ...key, now })
  const withdrawUntil = await openContractDuties(transaction, { ...key, energy, isSwitch, now })
  return { contractId, name: contract.name, energy, isSwitch, withdrawUntil }
}

/** Returns the message about a signed contract; one message for electricity and gas together. */
function signedMessageOf(signed: readonly SignedContractInfo[]): Omit<NewMessage, 'customerId'> {
  const electricity = signed.find(({ energy }) => energy === 'electricity')
  const gas = signed.find(({ energy }) => energy === 'gas')
  const { contractId, name, energy, isSwitch, withdrawUntil } = signed[0]!
  const withdrawal = { mayWithdraw: withdrawUntil ? 'yes' : 'no', until: withdrawUntil ?? '—' }
  if (electricity && gas) {
    const values = {
      ...{ contract: electricity.name, gasContract: gas.name },
      ...{ electricityStart: startOf(electricity), gasStart: startOf(gas), ...withdrawal },
    }
    return { kind: 'contracting.signedBoth', values, contractId, link: '/contracts/electricity' }
  }
  const link = contractAddress({ energy, name })
  return isSwitch
    ? { kind: 'contracting.signed', values: { contract: name, energy, ...withdrawal }, contractId, link }
    : { kind: 'contracting.signedNew', values: { contract: name, energy, ...withdrawal }, contractId, link }
}

function startOf({ isSwitch }: SignedContractInfo): 'switch' | 'connection' {
  return isSwitch ? 'switch' : 'connection'
}

/** Returns the holder as in the signed document. */
async function readSignedHolder(db: Database, { customerId, contractId }: ContractKey) {
  return db
    .selectFrom('contract')
    .innerJoin('address', (join) =>
      join
        .onRef('address.customer_id', '=', 'contract.customer_id')
        .onRef('address.address_id', '=', 'contract.notification_address_id'),
    )
    .where('contract.customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .select(['payer_name as name', 'payer_address as fiscalAddress', 'address.email', 'address.phone'])
    .executeTakeFirstOrThrow()
}

/**
 * Checks whether the identity document of the lead, or of the electricity that it shares its person with, is the
 * holder's.
 */
async function isHolderOfContractVerified(db: Database, { customerId, contractId }: ContractKey): Promise<boolean> {
  const lead = await db
    .selectFrom('lead')
    .leftJoin('lead as electricity', 'electricity.lead_id', 'lead.electricity_lead_id')
    .where('lead.customer_id', '=', customerId)
    .where('lead.contract_id', '=', contractId)
    .select([
      'lead.steps',
      'lead.findings',
      'electricity.steps as sharedSteps',
      'electricity.findings as sharedFindings',
    ])
    .executeTakeFirst()
  if (!lead) return false
  const isOwn = (lead.steps as StoredSteps)[2] !== undefined
  const person = ((isOwn ? lead.steps : lead.sharedSteps) as StoredSteps | null)?.[2]
  const { isSamePerson } = ((isOwn ? lead.findings : lead.sharedFindings) ?? {}) as Findings
  return person !== undefined && isHolderVerified({ ownerType: person.owner.type, isSamePerson })
}

/**
 * Checks whether the place had a supply when its contract was requested. A contract without a lead counts as a switch.
 */
async function wasSupplied(db: Database, { customerId, contractId }: ContractKey): Promise<boolean> {
  const lead = await db
    .selectFrom('lead')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .select('steps')
    .executeTakeFirst()
  return lead === undefined || isCurrentlySupplied(lead.steps as StoredSteps)
}
