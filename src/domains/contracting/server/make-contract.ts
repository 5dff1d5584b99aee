import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { beginClaim, findClaim } from '#domains/accounts/server/claims.ts'
import { addressOf } from '#domains/correspondence/server/new-address.ts'
import { keepAddress } from '#domains/correspondence/server/store.ts'
import type { Locale } from '#kit/locale.ts'
import { electricityAccessTariffs, gasAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { cups20, parseCups } from '#vocabulary/cups.ts'
import { parseIban } from '#vocabulary/iban.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import type { WireAddress } from '../address-rules.ts'
import { needsSixPowers, withoutSelfConsumption } from '../contract-rules.ts'
import { findHolderAccount } from './known-holders.ts'
import type { ElectricityContractStep, GasContractStep, KeptSteps } from './lead-steps.ts'

/** All that a contract is made of. */
export type WholeSteps = Required<Pick<KeptSteps, 1 | 2 | 3 | 4>>

/** The steps with the number of an account that was chosen among those on file of the holder, which were looked at just before. */
export async function withAccount(
  db: Database,
  steps: WholeSteps,
  customerIds: readonly number[],
): Promise<WholeSteps> {
  const { account_id: accountId } = steps[4].bank
  if (!accountId) return steps
  const iban = await findHolderAccount(db, { accountId, taxId: holderOf(steps).taxId, customerIds })
  if (iban === undefined) throw new Error('The account of the contract is gone.')
  return { ...steps, 4: { ...steps[4], bank: { iban } } }
}

/** A draft; `isNewCustomer` where nobody has shown yet that its holder's tax id is theirs. */
export type MadeContract = { customerId: number; contractId: number; name: string; isNewCustomer: boolean }

/** Who sends the last step: the holders whom they see, and for the gas of a dual contract the holder of its electricity. */
export type Sender = { userId: number | null; customerIds: readonly number[]; electricityCustomerId: number | null }

/** Whether there is a supply today, by which a contract begins with a switch; otherwise it is connected first. */
export function isSuppliedNow({ 1: installation, 3: contract }: KeptSteps): boolean {
  if (contract && 'active_contract' in contract) return contract.active_contract
  return installation?.active_contract ?? true
}

/** Who is to be the holder, as the person step tells. */
export function holderOf({ 2: person }: Pick<WholeSteps, 2>) {
  const { owner } = person
  const isCompany = owner.type === 'J'
  return {
    isCompany,
    taxId: parseTaxId(isCompany ? owner.juridic_vat : owner.fisic_vat)!.taxId,
    name: isCompany ? owner.name.trim() : spaced(owner.first_name, owner.surname1, owner.surname2),
    /** Who signs: the holder, or the company's representative. */
    signer: isCompany
      ? {
          name: spaced(owner.rep_name, owner.rep_surname1, owner.rep_surname2),
          taxId: parseTaxId(owner.rep_vat)!.taxId,
        }
      : null,
    email: person.owner_address.email?.trim() || null,
    phone: parsePhone(person.owner_address.mobile),
  }
}

/**
 * Makes the draft of a contract (state `esborrany`, not signed), with its holder, supply point, account and address where
 * they are new. What is known of a holder already stays as it is: nobody changes it by typing their tax id.
 */
export async function makeDraft(
  db: Database,
  lead: { leadId: number; energy: 'electricity' | 'gas'; steps: WholeSteps; locale: Locale; sender: Sender },
): Promise<MadeContract> {
  const { leadId, energy, steps, locale, sender } = lead
  const { 1: installation, 2: person, 3: contract, 4: payment } = steps
  const holder = holderOf(steps)
  const supplyAddress = addressFor(installation.address, holder, locale)
  const ownAddress = person.owner_address.different_address
    ? addressFor(person.owner_address, holder, locale)
    : supplyAddress

  const name = contractNameOf(leadId)
  const claim = { key: name, fiscalAddress: ownAddress.full_address }
  const { customerId, reached, isNewCustomer } = await findHolder(db, { holder, sender, claim })
  const cups = parseCups('power' in contract ? installation.cups.name : contract.cups.name)!
  const supplyPointId = await keepSupplyPoint(db, { cups, energy, address: supplyAddress })
  const { address_id } = await keepAddress(db, customerId, { ...ownAddress, ...reached })
  const { contract_id } = await db
    .insertInto('contract')
    .values({
      customer_id: customerId,
      name,
      energy,
      state: 'esborrany',
      supply_point_id: supplyPointId,
      cups,
      supply_street: supplyAddress.full_address.split(' - ')[0]!,
      supply_city: supplyAddress.city!,
      product_id: contract.tarifa,
      ...termsOf(contract),
      payer_name: holder.name,
      payer_tax_id: holder.taxId,
      payer_address: ownAddress.full_address,
      // The holder's own only once it is signed.
      iban: parseIban(payment.bank.iban ?? '')!,
      invoice_delivery: reached.email ? 'email' : 'postal',
      notification_address_id: address_id,
      waiting_for_signature: ['contract'],
    })
    .returning('contract_id')
    .executeTakeFirstOrThrow()
  return { customerId, contractId: contract_id, name, isNewCustomer }
}

/** By the number of the lead, until the retailer gives it one of its own: no contract of theirs begins with a letter. */
export function contractNameOf(leadId: number): string {
  return `L${String(leadId).padStart(6, '0')}`
}

function termsOf(step: ElectricityContractStep | GasContractStep) {
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

type Finding = { holder: Holder; sender: Sender; claim: { key: string; fiscalAddress: string } }

/**
 * Whose the draft is, and where letters about it go. A known holder is written to where the retailer knows them to be, unless
 * they send it themselves. A tax id that no known holder has is only claimed: what is typed stays with the claim.
 */
async function findHolder(db: Database, { holder, sender, claim }: Finding) {
  const { taxId, email, phone } = holder
  const { userId, customerIds, electricityCustomerId } = sender
  const typed = { email, phone }
  const known = await db
    .selectFrom('customer')
    .where('tax_id', '=', taxId)
    .select(['customer_id', 'email', 'phone'])
    .executeTakeFirst()
  if (known) {
    const onFile = { email: known.email, phone: known.phone }
    const reached = customerIds.includes(known.customer_id) ? typed : onFile
    return { customerId: known.customer_id, reached, isNewCustomer: false }
  }
  const customerId =
    (await claimOfElectricity(db, { taxId, userId, customerId: electricityCustomerId })) ??
    (await findClaim(db, { taxId, userId, ...typed })) ??
    (await beginClaim(db, claim.key, { ...holder, fiscalAddress: claim.fiscalAddress }))
  return { customerId, reached: typed, isNewCustomer: true }
}

type OfElectricity = { taxId: string; userId: number | null; customerId: number | null }

/** The claim that the electricity of a dual contract was made for, where its gas is for the same tax id and nobody else signs. */
async function claimOfElectricity(db: Database, { taxId, userId, customerId }: OfElectricity) {
  const claim = await db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .where('claimed_tax_id', '=', taxId)
    .select(['customer_id', 'claimed_by_user_id'])
    .executeTakeFirst()
  return userId === null || claim?.claimed_by_user_id === userId ? claim?.customer_id : undefined
}

type Supply = { cups: string; energy: 'electricity' | 'gas'; address: ReturnType<typeof addressOf> }

/** The point as the retailer knows it, or as it was typed. */
async function keepSupplyPoint(db: Database, { cups, energy, address }: Supply): Promise<number> {
  const known = await db
    .selectFrom('supply_point')
    .where('cups20', '=', cups20(cups))
    .select('supply_point_id')
    .executeTakeFirst()
  if (known) return known.supply_point_id
  const { supply_point_id } = await db
    .insertInto('supply_point')
    .values({
      cups,
      energy,
      street: address.full_address.split(' - ')[0]!,
      postcode: address.postcode!,
      city: address.city!,
      province_code: address.province_code!,
      cadastral_reference: address.cadastral_reference,
      // The distributor's code is part of the CUPS.
      distributor_id: sql<number | null>`(
        select distributor_id from distributor where ree_code = ${cups.slice(2, 6)} and is_active)`,
    })
    .returning('supply_point_id')
    .executeTakeFirstOrThrow()
  return supply_point_id
}

function addressFor(address: WireAddress, { name, email, phone }: Holder, locale: Locale) {
  const { dp, ine, state, poblacio, tv, nv, pnp, ...rest } = address
  const typed = {
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
  const parts = addressOf(typed, { city: typed.poblacio, locale })
  return { ...parts, email }
}

function spaced(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
}
