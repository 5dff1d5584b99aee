import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { importTowns } from '#domains/geo/server/import-towns.ts'
import { markSignatureSummaryRead, readSignature, sendSignatureCode, signDocument } from '#domains/signatures/api.ts'
import { readMailedCode } from '#domains/signatures/server/signatures-testing.ts'
import type { Call } from '#kit/call.ts'
import { makeCups } from '#vocabulary/cups.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { sendElectricityStep, sendGasStep } from '../api.ts'

export type ProductIds = { electricity: number; gas: number }

/** Starts a portal that sells one electricity and one gas product, with what tests of contracting read and send. */
export async function contractingPortal(now: Date) {
  const portal = await startTestPortal({ environment: { DEMO: 'on' }, now })
  const product = await setUpContracting(portal)
  const { db } = portal.context
  return {
    ...{ portal, product },
    steps: (input: Omit<StepsInput, 'product'> = {}) => householdSteps({ product, language: 'ca', ...input }),
    contractOf: (leadId: number) => findContractOf(portal, leadId),
    mailsTo: (kind: string) => db.selectFrom('outbox_message').where('kind', '=', kind).selectAll().execute(),
    /** Lets visitors send as many steps as in the first minute. */
    resetVisitLimits: () => db.deleteFrom('visitor_throttle').execute(),
  }
}

/** Returns the contract of a lead, with the state of the lead. */
function findContractOf({ context }: TestPortal, leadId: number) {
  return context.db
    .selectFrom('lead')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.contract_id', '=', 'lead.contract_id')
        .onRef('contract.customer_id', '=', 'lead.customer_id'),
    )
    .where('lead_id', '=', leadId)
    .selectAll('contract')
    .select('lead.state as lead_state')
    .executeTakeFirstOrThrow()
}

/**
 * Sets up a retailer that sells one electricity and one gas product, with the town of Vic, and requires the documents
 * that a test switches on.
 */
export async function setUpContracting(portal: TestPortal): Promise<ProductIds> {
  const { db } = portal.context
  await importTowns(db, 'postcode,ine,municipality\n08500,08298,Vic\n')
  const addProduct = async (energy: 'electricity' | 'gas', tariff: string, prices: object) => {
    const { product_id } = await db
      .insertInto('product')
      .values({ energy, name: 'CLARA' })
      .returning('product_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('product_price')
      .values({ product_id, tariff, valid_from: '2026-01-01', prices: JSON.stringify(prices) })
      .execute()
    await db.insertInto('offer').values({ product_id, descriptions: '{}', from_day: '2026-01-01' }).execute()
    return product_id
  }
  for (const path of ['electricity.enabled', 'gas.enabled', 'dual.enabled'])
    await portal.set(`contractation.${path}`, true)
  for (const path of ['dniRequired', 'invoiceRequired', 'selectComerOrigin', 'requireLeadConsent'])
    await portal.set(`contractation.${path}`, false)
  return {
    electricity: await addProduct('electricity', '2.0TD', {
      powerPerKw: ['30', '1.4'].map((eur) => ({ per: 'year', eur })),
      energyEurPerKwh: ['0.21', '0.15', '0.11'],
      surplusEurPerKwh: null,
      discounts: {},
    }),
    gas: await addProduct('gas', 'RL.2', {
      fixed: { per: 'year', eur: '100' },
      variableEurPerKwh: '0.06',
      discounts: {},
    }),
  }
}

let supplies = 0

/** Returns the CUPS of a supply that no other test has. */
export const aFreeCups = (distributor = '0021') => makeCups(distributor, String(990000002000 + ++supplies))

type StepsInput = {
  product: ProductIds
  cups?: string
  gasCups?: string
  taxId?: string
  email?: string
  language?: Locale
}

/** Returns the steps of an electricity contract, and the third step of gas, as a household sends them. */
export function householdSteps(input: StepsInput) {
  const { product, cups = aFreeCups(), gasCups = aFreeCups('0217'), taxId = '12345678Z' } = input
  const { email = 'anna@example.test', language: commsLanguage = 'es' } = input
  const address = { dp: '08500', ine: '08298', state: '08', poblacio: 'Vic', tv: 'CL', nv: 'Major', pnp: '7' }
  return {
    installation: {
      ...{ step: 1 as const, cups: { name: cups }, address, residence_type: 'habitual' as const, cnae: 986 },
      ...{ active_contract: false, accept_morosity_verification: true, lead_consent: true },
    },
    person: {
      step: 2 as const,
      owner: { type: 'F' as const, fisic_vat: taxId, first_name: 'Anna', surname1: 'Serra' },
      owner_address: { different_address: false, mobile: '600000101', email },
      commsLanguage,
    },
    contract: {
      ...{ step: 3 as const, cups: { name: cups }, power: 4.6, power2: 4.6 },
      ...{ tarifa: product.electricity, tarifaATR: 18 },
    },
    gas: {
      ...{ step: 3 as const, cups: { name: gasCups }, active_contract: false },
      ...{ tarifa: product.gas, tarifaATR: 102 },
    },
    payment: { step: 4 as const, bank: { iban: 'ES9121000418450200051332' }, owner_is_bank_owner: true },
    confirmation: { step: 5 as const, accept_gdpr: true, accept_ov_conditions: true, confirm: true as const },
  }
}

type Step = { step: number; lead_id?: number } & Record<string, unknown>

/** A browser session that stores the visitor's key. */
export function browserSession(visitor: TestVisitor) {
  const cookieJar = new Map<string, string>()
  async function request(definition: Call, input: object) {
    const cookie = [...cookieJar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await visitor.sendRaw(definition, input as never, { headers: cookie ? { cookie } : {} })
    for (const { name, value } of response.cookies) cookieJar.set(name, value)
    return response
  }
  return {
    cookieJar,
    send: (FormConfirm: Step) => request(sendElectricityStep, { body: { FormConfirm } }),
    sendGas: (FormConfirm: Step) => request(sendGasStep, { body: { FormConfirm } }),
    /** Sends a call about a lead. */
    request: (definition: Call, leadId: number, body?: object) =>
      request(definition, { params: { leadId: String(leadId) }, body }),
  }
}

/**
 * Sends all steps but the last, and returns the lead.
 * @throws if one of them is rejected.
 */
export async function sendSteps(
  at: ReturnType<typeof browserSession>,
  { installation, person, contract, payment }: Omit<ReturnType<typeof householdSteps>, 'gas' | 'confirmation'>,
): Promise<number> {
  const { lead_id } = (await at.send(installation)).json() as { lead_id: number }
  for (const step of [person, contract, payment]) {
    const reply = await at.send({ ...step, lead_id })
    if (reply.json().status !== 'OK') throw new Error(reply.payload)
  }
  return lead_id
}

/** Reads the summary of a pending signature, as its page does before the document. */
export async function readSummary(visitor: TestVisitor, signatureId: string) {
  const params = { signatureId }
  const { summary } = await visitor.send(readSignature, { params })
  await visitor.send(markSignatureSummaryRead, { params, body: { summary_sha256: summary!.sha256 } })
}

/** Signs the pending signature with the mailed code. */
export async function signWithMailedCode(portal: TestPortal, visitor: TestVisitor, signatureId: string) {
  const params = { signatureId }
  await readSummary(visitor, signatureId)
  await visitor.send(sendSignatureCode, { params, body: { channel: 'email' } })
  await visitor.send(signDocument, { params, body: { code: await readMailedCode(portal, signatureId) } })
}
