import { translator } from '#app/server/texts/texts.ts'
import type { Database } from '#db/database.ts'
import type { CompleteSteps } from '#domains/contracting/server/contract-draft.ts'
import { drawContract } from '#domains/contracting/server/documents/contract-document.ts'
import type { ContractDocumentContext } from '#domains/contracting/server/documents/contract-document-context.ts'
import { readContractDocumentData } from '#domains/contracting/server/documents/contract-document-data.ts'
import { insertLead, updateLead } from '#domains/lead-records/server/lead-store.ts'
import { careFactsOf } from '#domains/retailer/care-facts.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import type { Files } from '#outside/files/files.ts'
import { electricityAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { cups20 } from '#vocabulary/cups.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { kwFromWatts } from '#vocabulary/power.ts'
import type { DemoRetailer } from './documents/draw-demo-document.ts'
import { storePendingSignature } from './pending-signature.ts'

/** Biel's parking space, contracted online and not signed yet. */
const contractName = '0053120'
const requestedMsAgo = 50 * msPerHour

/** Adds to a draft contract what a new contract leaves behind: its lead and its document that awaits signature. */
export async function loadDraft(
  db: Database,
  { files, now, retailer }: { files: Files; now: Date; retailer: DemoRetailer },
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
  const requestedAt = new Date(now.getTime() - requestedMsAgo)
  const locale = row.locale as Locale
  const steps = buildSteps({ ...row, iban: row.iban! })
  const holder = { name: row.payer_name, tax_id, email, phone }
  const leadId = await insertLead(
    db,
    { kind: 'electricity', visitorHash: `demo ${contractName}`, userId, locale, now: requestedAt },
    { ...holder, cups20: cups20(cups), steps: JSON.stringify(steps) },
  )
  await updateLead(
    db,
    { leadId, now: requestedAt },
    { state: 'sent', steps_done: 5, customer_id: customerId, contract_id: contractId },
  )
  await db
    .updateTable('contract')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .set({ waiting_for_signature: ['contract'] })
    .execute()
  const contract = { customerId, contractId, name: contractName, isNewCustomer: false }
  const contractToRender = await readContractDocumentData(db, { draft: contract, steps, now: requestedAt })
  const document = await drawContract(contractToRender, contractDocumentStyleOf(retailer, locale))
  await storePendingSignature(db, files, {
    ...{ contract, userId, locale, document, requestedAt },
    subject: { kind: 'contract', id: contractId },
  })
}

type DraftContract = {
  cups: string
  tax_id: string
  email: string | null
  phone: string | null
  power_watts: number[]
  product_id: number
  tariff: string
  iban: string
}

function buildSteps({
  cups,
  tax_id,
  email,
  phone,
  power_watts,
  product_id,
  tariff,
  iban,
}: DraftContract): CompleteSteps {
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

function contractDocumentStyleOf({ organization, brand, care }: DemoRetailer, locale: Locale): ContractDocumentContext {
  return {
    locale,
    brand: deriveDocumentBrand({ name: organization.name, color: brand.color, logo: null }),
    care: careFactsOf({ organization, care }, translator(locale, 'retailer.care')),
    retailer: { ...organization, disputeBody: care.disputeBody },
    t: translator(locale, 'contracting.document') as ContractDocumentContext['t'],
    tMandate: translator(locale, 'changes.document') as ContractDocumentContext['tMandate'],
  }
}
