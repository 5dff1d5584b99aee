import type { StoredSteps } from '#domains/contracting/server/lead-steps.ts'
import type { LeadKind } from '#domains/lead-records/lead-kinds.ts'
import { electricityAccessTariffs, gasTariffForYear } from '#vocabulary/access-tariffs.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { cifOf, ibanOf, nifOf } from '../identifiers.ts'
import { gasCupsOf, homeCupsOf } from '../load-register.ts'

/** A prospective customer with the submitted form and the retailer's progress on the lead. */
export type DemoLead = {
  kind: LeadKind
  name: string
  /** The local part of their e-mail address at example.test. */
  mailbox: string
  phone: string
  locale: Locale
  hoursAgo: number
  state?: 'open' | 'sent'
  taxId?: string
  cups?: string
  steps: object
  /** The results of the external checks. */
  findings?: { isSolvent?: boolean; isSamePerson?: boolean }
  handled?: { as: 'contacted' | 'won' | 'lost'; note: string; hoursAgo: number }
  /** The mailbox of the lead for electricity that belongs to this lead for gas. */
  gasOf?: string
}

/** What the leads refer to in the demo. */
export type LeadReferences = {
  today: MarketDay
  productOf: (name: string) => number
  retailerOf: (name: string) => number
}

const day = 24
const [homeTariff] = electricityAccessTariffs

/**
 * Returns the leads of the last four weeks, oldest first. Older leads that have not become customers are deleted by the
 * portal.
 */
export function createDemoLeads(references: LeadReferences): DemoLead[] {
  return [...handledLeads(references), ...contractLeads(references), ...comparisonLeads(references)]
}

type LeadHolder = { cups: string; taxId: string; mobile: string } & (
  | { names: [string, string, string] }
  | { company: string }
)

/** The first two steps: the supply point and the holder. */
function firstSteps({ cups, taxId, mobile, ...holder }: LeadHolder): StoredSteps {
  const owner =
    'names' in holder
      ? {
          type: 'F' as const,
          fisic_vat: taxId,
          first_name: holder.names[0],
          surname1: holder.names[1],
          surname2: holder.names[2],
        }
      : {
          ...{ type: 'J' as const, name: holder.company, juridic_vat: taxId },
          ...{ rep_vat: nifOf(99100520), rep_name: 'Quim', rep_surname1: 'Puig', rep_surname2: 'Serra' },
        }
  return {
    1: {
      step: 1,
      cups: { name: cups },
      address: {
        dp: '17820',
        ine: '17015',
        state: '17',
        poblacio: 'Banyoles',
        tv: 'CL',
        nv: 'de la Llibertat',
        pnp: '12',
      },
      residence_type: 'names' in holder ? 'habitual' : 'business',
      cnae: 986,
      active_contract: true,
      accept_morosity_verification: true,
      lead_consent: true,
    },
    2: { step: 2, owner, owner_address: { different_address: false, mobile, email: null } },
  }
}

function electricityStep(cups: string, product: number): StoredSteps[3] {
  return { step: 3, cups: { name: cups }, power: 4.6, power2: 4.6, tarifa: product, tarifaATR: homeTariff!.id }
}

function gasStep(cups: string, product: number): StoredSteps[3] {
  const tarifaATR = gasTariffForYear(9_000_000).id
  return { step: 3, cups: { name: cups }, active_contract: true, tarifa: product, tarifaATR }
}

function paymentStep(account: number): StoredSteps[4] {
  return { step: 4, bank: { iban: ibanOf(account) }, owner_is_bank_owner: true }
}

/** The leads that an operator has handled. */
function handledLeads(references: LeadReferences): DemoLead[] {
  const { productOf } = references
  const compared = comparedInvoice(references)
  return [
    {
      ...{ kind: 'electricity_comparison', name: 'Teresa Blasco Marín' },
      ...{ mailbox: 'teresa.blasco', phone: '+34600000511' },
      ...{ locale: 'es', hoursAgo: 24 * day, state: 'sent', cups: homeCupsOf(111) },
      steps: {
        contact: { contactHours: ['morning'] },
        mode: 'auto',
        comparison: { ...compared, invoiceAmount: 61.2, power: 3.45, power2: 3.45, p1: 58, p2: 61, p3: 122 },
      },
      handled: { as: 'won', note: 'Contrató CLARA por teléfono.', hoursAgo: 21 * day },
    },
    {
      ...{ kind: 'electricity', name: 'Carlos Nieto Vega', mailbox: 'carlos.nieto', phone: '+34600000512' },
      ...{ locale: 'es', hoursAgo: 17 * day, taxId: nifOf(99100512), cups: homeCupsOf(112) },
      findings: { isSolvent: false },
      steps: {
        ...firstSteps({
          cups: homeCupsOf(112),
          taxId: nifOf(99100512),
          names: ['Carlos', 'Nieto', 'Vega'],
          mobile: '600000512',
        }),
        3: electricityStep(homeCupsOf(112), productOf('CLARA')),
      },
      handled: { as: 'lost', note: 'Tiene deudas con otra comercializadora. Se le explicó.', hoursAgo: 16 * day },
    },
    {
      ...{ kind: 'gas', name: 'Nerea Otero Lago', mailbox: 'nerea.otero', phone: '+34600000513' },
      ...{ locale: 'gl', hoursAgo: 12 * day, taxId: nifOf(99100513), cups: gasCupsOf(113) },
      findings: { isSolvent: true, isSamePerson: true },
      steps: {
        ...firstSteps({
          cups: gasCupsOf(113),
          taxId: nifOf(99100513),
          names: ['Nerea', 'Otero', 'Lago'],
          mobile: '600000513',
        }),
        3: gasStep(gasCupsOf(113), productOf('GAS CLAR')),
        4: paymentStep(513),
      },
      handled: {
        as: 'contacted',
        note: 'Quiere comparar con su oferta de ahora. Llamar el lunes.',
        hoursAgo: 11 * day,
      },
    },
    {
      ...{ kind: 'power', name: 'Lucía Romero Gil', mailbox: 'lucia.romero', phone: '+34600000514' },
      ...{ locale: 'es', hoursAgo: 8 * day, state: 'sent', cups: homeCupsOf(114) },
      steps: { power: { optimalPower: 4.6, area: 85, numPersones: 3, contactHours: ['afternoon', 'evening'] } },
      handled: { as: 'contacted', note: 'Ahora tiene 5,75 kW. Le enviamos una oferta con 4,6 kW.', hoursAgo: 7 * day },
    },
  ]
}

/** The leads that want a contract and wait for an operator. */
function contractLeads({ productOf }: LeadReferences): DemoLead[] {
  return [
    {
      ...{ kind: 'electricity', name: 'Montserrat Bosch Pla', mailbox: 'montse.bosch', phone: '+34600000515' },
      ...{ locale: 'ca', hoursAgo: 6 * day, taxId: nifOf(99100515), cups: homeCupsOf(115) },
      findings: { isSolvent: true },
      steps: {
        ...firstSteps({
          cups: homeCupsOf(115),
          taxId: nifOf(99100515),
          names: ['Montserrat', 'Bosch', 'Pla'],
          mobile: '600000515',
        }),
        3: electricityStep(homeCupsOf(115), productOf('TRANQUILA')),
      },
    },
    {
      ...{ kind: 'gas', name: 'Montserrat Bosch Pla', mailbox: 'montse.bosch', phone: '+34600000515' },
      ...{ locale: 'ca', hoursAgo: 6 * day - 1, taxId: nifOf(99100515), cups: gasCupsOf(115), gasOf: 'montse.bosch' },
      steps: { 3: gasStep(gasCupsOf(115), productOf('GAS CLAR')) },
    },
    {
      ...{ kind: 'electricity', name: 'Irene Castaño López', mailbox: 'irene.castano', phone: '+34600000516' },
      ...{ locale: 'es', hoursAgo: 4 * day, taxId: nifOf(99100516), cups: homeCupsOf(116) },
      findings: { isSolvent: true, isSamePerson: false },
      steps: {
        ...firstSteps({
          cups: homeCupsOf(116),
          taxId: nifOf(99100516),
          names: ['Irene', 'Castaño', 'López'],
          mobile: '600000516',
        }),
        3: electricityStep(homeCupsOf(116), productOf('VERDA')),
        4: paymentStep(516),
      },
    },
    {
      ...{ kind: 'electricity', name: 'Forn de Can Puig, SL', mailbox: 'forn.canpuig', phone: '+34600000517' },
      ...{ locale: 'ca', hoursAgo: 3 * day, state: 'sent', taxId: cifOf('B', '1799517'), cups: homeCupsOf(117) },
      findings: { isSolvent: true },
      steps: {
        ...firstSteps({
          cups: homeCupsOf(117),
          company: 'Forn de Can Puig, SL',
          taxId: cifOf('B', '1799517'),
          mobile: '600000517',
        }),
        3: electricityStep(homeCupsOf(117), productOf('CLARA')),
      },
    },
  ]
}

/** The leads that have compared an invoice and wait for an operator. */
function comparisonLeads(references: LeadReferences): DemoLead[] {
  const compared = comparedInvoice(references)
  return [
    {
      ...{ kind: 'gas_comparison', name: 'Xoán Pereira Castro', mailbox: 'xoan.pereira', phone: '+34600000518' },
      ...{ locale: 'gl', hoursAgo: day + 4, state: 'sent', cups: gasCupsOf(118) },
      steps: {
        contact: { contactHours: ['noon'] },
        mode: 'auto',
        comparison: { ...compared, accessTariff: gasTariffForYear(9_000_000).id, invoiceAmount: 48.75, p1: 512 },
      },
    },
    {
      ...{ kind: 'electricity_comparison', name: 'Marta Vidal Roca', mailbox: 'marta.vidal', phone: '+34600000519' },
      ...{ locale: 'ca', hoursAgo: 3, state: 'sent', cups: homeCupsOf(119) },
      steps: {
        contact: { contactHours: ['evening'] },
        mode: 'auto',
        comparison: { ...compared, invoiceAmount: 89.86, power: 4.6, power2: 4.6, p1: 92, p2: 104, p3: 187 },
      },
    },
  ]
}

function comparedInvoice({ today, retailerOf }: LeadReferences) {
  return {
    startDate: addDays(today, -75),
    endDate: addDays(today, -45),
    ...{ comerOrigin: retailerOf('Boreal Luz y Gas'), accessTariff: homeTariff!.id, consent: true },
  }
}
