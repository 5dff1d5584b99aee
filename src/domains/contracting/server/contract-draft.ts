import type { Database } from '#db/database.ts'
import { createClaim, findClaim } from '#domains/accounts/server/claims.ts'
import { insertDraftContract } from '#domains/contract-records/server/contract-store.ts'
import { insertSupplyPoint } from '#domains/contract-records/server/supply-point-store.ts'
import { saveAddress } from '#domains/correspondence/server/address-store.ts'
import { toAddressParts } from '#domains/correspondence/server/to-address-parts.ts'
import { electricityAccessTariffs, gasAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { cups20, parseCups } from '#vocabulary/cups.ts'
import { parseIban } from '#vocabulary/iban.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { withoutSelfConsumption } from '#vocabulary/self-consumption.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import type { WireAddress } from '../address-rules.ts'
import { needsSixPowers } from '../contract-rules.ts'
import { isDirectDebit } from '../payment-and-confirmation-rules.ts'
import { findHolderAccount } from './known-holders.ts'
import type { ElectricityContractStep, GasContractStep, StoredSteps } from './lead-steps.ts'

/** Everything that a contract is created from. */
export type CompleteSteps = Required<Pick<StoredSteps, 1 | 2 | 3 | 4>>

/** Returns the steps with the number of the chosen account on file of the holder, which has just been validated. */
export async function resolveAccount(
  db: Database,
  steps: CompleteSteps,
  customerIds: readonly number[],
): Promise<CompleteSteps> {
  const { account_id: accountId } = steps[4].bank
  if (!accountId || !isDirectDebit(steps[4])) return steps
  const iban = await findHolderAccount(db, { accountId, taxId: holderOf(steps).taxId, customerIds })
  if (iban === undefined) throw new Error('The account of the contract no longer exists.')
  return { ...steps, 4: { ...steps[4], bank: { iban } } }
}

/** A draft. `isNewCustomer` is true while nothing proves that the tax id is its holder's. */
export type ContractDraft = {
  customerId: number
  contractId: number
  name: string
  isNewCustomer: boolean
}

/**
 * The sender of the last step: the holders whom they manage, and for the gas of a dual contract the holder of its
 * electricity.
 */
export type Sender = { userId: number | null; customerIds: readonly number[]; electricityCustomerId: number | null }

/**
 * Checks whether there is a supply today, so that the contract begins with a switch; otherwise it must be connected
 * first.
 */
export function isCurrentlySupplied({ 1: installation, 3: contract }: StoredSteps): boolean {
  if (contract && 'active_contract' in contract) return contract.active_contract
  return installation?.active_contract ?? true
}

/** Returns the future holder, from the person step. */
export function holderOf({ 2: person }: Pick<CompleteSteps, 2>) {
  const { owner } = person
  const isCompany = owner.type === 'J'
  return {
    isCompany,
    taxId: parseTaxId(isCompany ? owner.juridic_vat : owner.fisic_vat)!.taxId,
    name: isCompany ? owner.name.trim() : joinWords(owner.first_name, owner.surname1, owner.surname2),
    /** The signer: the holder, or the company's representative. */
    signer: isCompany
      ? {
          name: joinWords(owner.rep_name, owner.rep_surname1, owner.rep_surname2),
          taxId: parseTaxId(owner.rep_vat)!.taxId,
        }
      : null,
    email: person.owner_address.email?.trim() || null,
    phone: parsePhone(person.owner_address.mobile),
  }
}

/**
 * Creates the draft of a contract (state `esborrany`, not signed), with its holder, supply point, account and address
 * where they are new. Existing data of a holder is not changed: typing a tax id must not allow that.
 */
export async function createDraft(
  db: Database,
  lead: { leadId: number; energy: 'electricity' | 'gas'; steps: CompleteSteps; locale: Locale; sender: Sender },
): Promise<ContractDraft> {
  const { leadId, energy, steps, locale, sender } = lead
  const { 1: installation, 2: person, 3: contract, 4: payment } = steps
  const holder = holderOf(steps)
  const supplyAddress = buildAddress(installation.address, holder, locale)
  const ownAddress = person.owner_address.different_address
    ? buildAddress(person.owner_address, holder, locale)
    : supplyAddress

  const name = contractNameOf(leadId)
  const claim = { key: name, fiscalAddress: ownAddress.full_address }
  const { customerId, contact, isNewCustomer } = await findOrClaimHolder(db, { holder, sender, claim })
  const cups = parseCups('power' in contract ? installation.cups.name : contract.cups.name)!
  const supplyPointId = await ensureSupplyPoint(db, { cups, energy, address: supplyAddress })
  const { address_id } = await saveAddress(db, customerId, { ...ownAddress, ...contact })
  const contractId = await insertDraftContract(db, {
    customer_id: customerId,
    name,
    energy,
    supply_point_id: supplyPointId,
    cups,
    supply_street: supplyAddress.full_address.split(' - ')[0]!,
    supply_city: supplyAddress.city!,
    product_id: contract.tarifa,
    ...contractTermsOf(contract),
    payer_name: holder.name,
    payer_tax_id: holder.taxId,
    payer_address: ownAddress.full_address,
    // It becomes the holder's account only once the contract is signed.
    iban: isDirectDebit(payment) ? parseIban(payment.bank.iban ?? '')! : null,
    switch_on: 'power' in contract && installation.active_contract ? (installation.switch_on ?? null) : null,
    payment_means: payment.payment_means ?? 'direct_debit',
    invoice_delivery: contact.email ? 'email' : 'postal',
    notification_address_id: address_id,
  })
  return { customerId, contractId, name, isNewCustomer }
}

/**
 * Returns the name derived from the lead's number, used until the retailer assigns its own. No contract name of the
 * retailer begins with a letter.
 */
export function contractNameOf(leadId: number): string {
  return `L${String(leadId).padStart(6, '0')}`
}

function contractTermsOf(step: ElectricityContractStep | GasContractStep) {
  if (!('power' in step)) {
    return { tariff: gasAccessTariffs.find(({ id }) => id === step.tarifaATR)!.name, power_watts: [] }
  }
  const { power, power2, power3, power4, power5, power6 } = step
  const powers = needsSixPowers(step) ? [power, power2, power3, power4, power5, power6] : [power, power2]
  return {
    tariff: electricityAccessTariffs.find(({ id }) => id === step.tarifaATR)!.name,
    power_watts: powers.map((kw) => Math.round((kw ?? 0) * 1_000)),
    self_consumption_code: step.selfconsCode ?? withoutSelfConsumption,
  }
}

type Holder = ReturnType<typeof holderOf>

type HolderQuery = { holder: Holder; sender: Sender; claim: { key: string; fiscalAddress: string } }

/**
 * Finds the holder of the draft and the address for its letters. A known holder is written to at the contact details on
 * file, unless they send it themselves. A tax id without a known holder is only claimed: what is typed is stored with
 * the claim.
 */
async function findOrClaimHolder(db: Database, { holder, sender, claim }: HolderQuery) {
  const { taxId, email, phone } = holder
  const { userId, customerIds, electricityCustomerId } = sender
  const enteredContact = { email, phone }
  const existing = await db
    .selectFrom('customer')
    .where('tax_id', '=', taxId)
    .select(['customer_id', 'email', 'phone'])
    .executeTakeFirst()
  if (existing) {
    const storedContact = { email: existing.email, phone: existing.phone }
    const contact = customerIds.includes(existing.customer_id) ? enteredContact : storedContact
    return { customerId: existing.customer_id, contact, isNewCustomer: false }
  }
  const customerId =
    (await findElectricityClaim(db, { taxId, userId, customerId: electricityCustomerId })) ??
    (await findClaim(db, { taxId, userId, ...enteredContact })) ??
    (await createClaim(db, claim.key, { ...holder, fiscalAddress: claim.fiscalAddress }))
  return { customerId, contact: enteredContact, isNewCustomer: true }
}

type ElectricityClaimQuery = { taxId: string; userId: number | null; customerId: number | null }

/**
 * Finds the claim of the electricity of a dual contract, where its gas is for the same tax id and nobody else signs.
 */
async function findElectricityClaim(db: Database, { taxId, userId, customerId }: ElectricityClaimQuery) {
  const claim = await db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .where('claimed_tax_id', '=', taxId)
    .select(['customer_id', 'claimed_by_user_id'])
    .executeTakeFirst()
  return userId === null || claim?.claimed_by_user_id === userId ? claim?.customer_id : undefined
}

type NewSupplyPoint = { cups: string; energy: 'electricity' | 'gas'; address: ReturnType<typeof toAddressParts> }

/** Returns the supply point on file, or creates it as typed. */
async function ensureSupplyPoint(db: Database, { cups, energy, address }: NewSupplyPoint): Promise<number> {
  const existing = await db
    .selectFrom('supply_point')
    .where('cups20', '=', cups20(cups))
    .select('supply_point_id')
    .executeTakeFirst()
  if (existing) return existing.supply_point_id
  return insertSupplyPoint(db, {
    cups,
    energy,
    street: address.full_address.split(' - ')[0]!,
    postcode: address.postcode!,
    city: address.city!,
    province_code: address.province_code!,
    cadastral_reference: address.cadastral_reference,
    // The distributor's code is part of the CUPS.
    distributorCode: cups.slice(2, 6),
  })
}

function buildAddress(address: WireAddress, { name, email, phone }: Holder, locale: Locale) {
  const { dp, ine, state, poblacio, tv, nv, pnp, ...rest } = address
  const input = {
    ...rest,
    name,
    dp: dp!.trim(),
    ine: ine!,
    state: state!,
    poblacio: poblacio!.trim(),
    tv: tv!,
    nv: nv!.trim(),
    pnp: pnp!.trim(),
    email: email ?? '',
    mobile: phone ?? '',
  }
  const parts = toAddressParts(input, { city: input.poblacio, locale })
  return { ...parts, email }
}

function joinWords(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
}
