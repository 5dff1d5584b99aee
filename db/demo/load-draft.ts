import { translator } from '#app/server/texts.ts'
import type { Database } from '#db/database.ts'
import { drawContract } from '#domains/contracting/server/documents/contract-document.ts'
import type { ContractPaper } from '#domains/contracting/server/documents/contract-paper.ts'
import { contractToDraw } from '#domains/contracting/server/documents/contract-to-draw.ts'
import type { WholeSteps } from '#domains/contracting/server/make-contract.ts'
import { addLead, updateLead } from '#domains/leads/server/lead-store.ts'
import type { Locale } from '#kit/locale.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import type { Files } from '#outside/files/files.ts'
import { electricityAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { cups20 } from '#vocabulary/cups.ts'
import { kwFromWatts } from '#vocabulary/power.ts'
import type { Retailer } from './papers/drawn-paper.ts'
import { keepWaitingSignature } from './waiting-signature.ts'

/** Biel's parking space, which he has contracted online and not signed yet. */
const contractName = '0053120'
const askedMs = 50 * 3_600_000

/** Makes of a draft of the cast what a new contract leaves: its lead, and its document that waits to be signed. */
export async function loadDraft(
  db: Database,
  { files, now, retailer }: { files: Files; now: Date; retailer: Retailer },
) {
  const row = await db
    .selectFrom('contract')
    .innerJoin('customer', 'customer.customer_id', 'contract.customer_id')
    .innerJoin('user_customer', 'user_customer.customer_id', 'contract.customer_id')
    .innerJoin('user_account', 'user_account.user_id', 'user_customer.user_id')
    .where('contract.name', '=', contractName)
    .selectAll('contract')
    .select(['customer.tax_id', 'customer.email', 'customer.phone', 'user_account.user_id', 'locale'])
    .executeTakeFirstOrThrow()
  const { customer_id: customerId, contract_id: contractId, user_id: userId, cups, tax_id, email, phone } = row
  const askedAt = new Date(now.getTime() - askedMs)
  const locale = row.locale as Locale
  const steps = stepsOf({ ...row, iban: row.iban! })
  const holder = { name: row.payer_name, tax_id, email, phone }
  const leadId = await addLead(
    db,
    { kind: 'electricity', visitorHash: `demo ${contractName}`, userId, locale, now: askedAt },
    { ...holder, cups20: cups20(cups), steps: JSON.stringify(steps) },
  )
  await updateLead(
    db,
    { leadId, now: askedAt },
    { state: 'sent', steps_done: 5, customer_id: customerId, contract_id: contractId },
  )
  await db
    .updateTable('contract')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .set({ waiting_for_signature: ['contract'] })
    .execute()
  const contract = { customerId, contractId, name: contractName, isNewCustomer: false }
  const drawn = await contractToDraw(db, { made: contract, steps, now: askedAt })
  const document = await drawContract(drawn, paperOf(retailer, locale))
  await keepWaitingSignature(db, files, {
    ...{ contract, userId, locale, document, askedAt },
    subject: { kind: 'contract', id: contractId },
  })
}

type Draft = {
  cups: string
  tax_id: string
  email: string | null
  phone: string | null
  power_watts: number[]
  product_id: number
  tariff: string
  iban: string
}

function stepsOf({ cups, tax_id, email, phone, power_watts, product_id, tariff, iban }: Draft): WholeSteps {
  const [power, power2] = power_watts.map((watts) => Number(kwFromWatts(watts)))
  return {
    1: {
      step: 1,
      cups: { name: cups },
      address: {
        ...{ dp: '17820', ine: '17015', state: '17', poblacio: 'Banyoles' },
        ...{ tv: 'PZ', nv: 'del Turers', pnp: '3', aclarador: 'pàrquing 18' },
      },
      residence_type: 'second',
      cnae: 986,
      active_contract: false,
      accept_morosity_verification: true,
      lead_consent: true,
    },
    2: {
      step: 2,
      owner: { type: 'F', fisic_vat: tax_id, first_name: 'Biel', surname1: 'Sureda', surname2: 'Pagès' },
      owner_address: { different_address: false, mobile: phone ?? '', email },
      commsLanguage: 'ca',
    },
    3: {
      step: 3,
      cups: { name: cups },
      power: power!,
      power2: power2!,
      tarifa: product_id,
      tarifaATR: electricityAccessTariffs.find(({ name }) => name === tariff)!.id,
    },
    4: { step: 4, bank: { iban }, owner_is_bank_owner: true },
  }
}

function paperOf({ organization, brand }: Retailer, locale: Locale): ContractPaper {
  return {
    locale,
    brand: brandOnPaper({ name: organization.name, color: brand.color, logo: null }),
    retailer: organization,
    say: translator(locale, 'contracting.document') as ContractPaper['say'],
    sayOfMandate: translator(locale, 'changes.document') as ContractPaper['sayOfMandate'],
  }
}
