import type { Database } from '#db/database.ts'
import { powerFields } from '#domains/comparators/rules.ts'
import { isDirectDebit } from '#domains/contracting/payment-and-confirmation-rules.ts'
import type { StoredSteps } from '#domains/contracting/server/lead-steps.ts'
import { activities } from '#domains/offers/server/activities.ts'
import { electricityAccessTariffs, gasAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { parseIban } from '#vocabulary/iban.ts'
import { maskIban } from '#vocabulary/iban-display.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { LeadDetails, LeadFact, LeadSection } from '../api.ts'
import { findLeadFiles, handlingVersion, type LeadRecord } from './lead-store.ts'

/** The data of leads from the comparators and the power calculator, as far as it is shown. */
type PriorSteps = {
  contact?: { contactHours?: string[] }
  mode?: string
  comparison?: Record<string, unknown> & { comerOrigin?: number; accessTariff?: string | number }
  power?: Record<string, unknown> & { contactHours?: string[] }
}

/** Converts a lead to the API format, with its data in the order of the form. */
export async function presentLead(db: Database, lead: LeadRecord): Promise<LeadDetails> {
  const {
    steps,
    locale,
    check_outcome: outcome,
    check_reason: reason,
    checked_at: at,
    checked_by: by,
    ...listed
  } = lead
  const retailers = await findRetailers(db, steps as PriorSteps & StoredSteps)
  const iban = await findIban(db, steps as StoredSteps)
  return {
    ...listed,
    created_at: lead.created_at.toISOString(),
    updated_at: lead.updated_at.toISOString(),
    expires_at: lead.contract === null ? lead.expires_at.toISOString() : null,
    language: locale as Locale,
    check: outcome && at && { outcome, reason, at: at.toISOString(), by },
    handled_at: lead.handled_at?.toISOString() ?? null,
    version: handlingVersion(lead),
    sections: [...priorSections(steps as PriorSteps, retailers), ...contractSections(lead, retailers, iban)].filter(
      ({ facts }) => facts.length > 0,
    ),
    documents: await findLeadFiles(db, lead.id),
  }
}

type Retailers = Map<number, string>

async function findRetailers(db: Database, steps: PriorSteps & StoredSteps): Promise<Retailers> {
  const { 1: installation, 3: contract } = steps
  const ofGas = contract && 'comer_origin' in contract ? contract.comer_origin : null
  const ids = [steps.comparison?.comerOrigin, installation?.comer_origin, ofGas].filter((id) => typeof id === 'number')
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('origin_retailer')
    .where('origin_retailer_id', 'in', ids)
    .select(['origin_retailer_id', 'name'])
    .execute()
  return new Map(rows.map(({ origin_retailer_id, name }) => [origin_retailer_id, name]))
}

/** Returns the code and official name of an activity. */
function activityText(activityId: number): string {
  const activity = activities.find(({ id }) => id === activityId)
  return activity ? `${activity.code} ${activity.names.es}` : String(activityId)
}

/** Returns the IBAN for payment: the entered one, or the one chosen among those on file. */
async function findIban(db: Database, { 4: payment }: StoredSteps): Promise<string | null | undefined> {
  const { iban, account_id: accountId } = payment?.bank ?? {}
  if (!accountId) return parseIban(iban ?? '')
  const row = await db
    .selectFrom('bank_account')
    .where('bank_account_id', '=', accountId)
    .select('iban')
    .executeTakeFirst()
  return row?.iban
}

function priorSections({ contact, mode, comparison, power }: PriorSteps, retailers: Retailers): LeadSection[] {
  const hours = contact?.contactHours ?? power?.contactHours ?? []
  return [
    {
      name: 'contact',
      facts: [...hours.map((hour) => leadFact('hours', 'word', hour)), ...filledFacts(['mode', 'word', mode])],
    },
    {
      name: 'comparison',
      facts: comparison
        ? filledFacts(
            ['retailer', 'text', retailers.get(comparison.comerOrigin!)],
            ['amount', 'eur', comparison.invoiceAmount],
            ['from', 'day', comparison.startDate],
            ['to', 'day', comparison.endDate],
            ['accessTariff', 'text', accessTariffName(Number(comparison.accessTariff))],
          ).concat(
            periodFacts(
              'powerOf',
              'kw',
              powerFields.map((field) => comparison[field]),
            ),
            periodFacts(
              'energyOf',
              'kwh',
              [1, 2, 3, 4, 5, 6].map((period) => comparison[`p${period}`]),
            ),
            filledFacts(['surplus', 'kwh', comparison.surplus || undefined]),
          )
        : [],
    },
    {
      name: 'power',
      facts: power
        ? filledFacts(
            ['optimalPower', 'kw', power.optimalPower],
            ['area', 'm2', power.area],
            ['people', 'text', power.numPersones],
          )
        : [],
    },
  ]
}

function contractSections(
  { steps, product }: LeadRecord,
  retailers: Retailers,
  iban: string | null | undefined,
): LeadSection[] {
  const { 1: installation, 2: person, 3: contract, 4: payment, 5: confirmation } = steps as StoredSteps
  return [
    {
      name: 'installation',
      facts: installation
        ? filledFacts(
            ['cups', 'text', installation.cups.name],
            ['address', 'text', addressText(installation.address)],
            ['residence', 'word', installation.residence_type],
            ['activity', 'text', activityText(installation.cnae)],
            ['hasContract', 'flag', installation.active_contract],
            ['retailer', 'text', retailers.get(installation.comer_origin!)],
            ['switchDay', 'day', installation.switch_on],
          )
        : [],
    },
    {
      name: 'person',
      facts: person?.owner ? personFacts(person) : [],
    },
    {
      name: 'contract',
      facts: contract ? contractFacts(contract, product, retailers) : [],
    },
    {
      name: 'payment',
      facts: payment ? paymentFacts(payment, iban) : [],
    },
    { name: 'confirmation', facts: filledFacts(['publicity', 'flag', confirmation?.activate_publicity]) },
  ]
}

function paymentFacts(payment: NonNullable<StoredSteps[4]>, iban: string | null | undefined): LeadFact[] {
  if (!isDirectDebit(payment)) return filledFacts(['paymentMeans', 'word', payment.payment_means])
  return filledFacts(['account', 'text', iban && maskIban(iban)], ['ownAccount', 'flag', payment.owner_is_bank_owner])
}

function leadFact(name: string, kind: LeadFact['kind'], value: LeadFact['value']): LeadFact {
  return { name, kind, value }
}

/** Returns the facts that have a value. */
function filledFacts(...entries: (readonly [name: string, kind: LeadFact['kind'], value: unknown])[]): LeadFact[] {
  return entries.flatMap(([name, kind, value]) => (isFilled(value) ? [leadFact(name, kind, value)] : []))
}

function periodFacts(name: string, kind: LeadFact['kind'], values: readonly unknown[]): LeadFact[] {
  return values.flatMap((value, index) =>
    isFilled(value) && value !== 0 ? [{ ...leadFact(name, kind, value), period: `P${index + 1}` }] : [],
  )
}

function isFilled(value: unknown): value is LeadFact['value'] {
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '')
}

function accessTariffName(id: number): string | undefined {
  return [...electricityAccessTariffs, ...gasAccessTariffs].find((tariff) => tariff.id === id)?.name
}

type Address = Partial<Record<'tv' | 'nv' | 'pnp' | 'bq' | 'es' | 'pt' | 'pu' | 'dp' | 'poblacio', string | null>>

function addressText({ tv, nv, pnp, bq, es, pt, pu, dp, poblacio }: Address): string {
  return [joinParts(tv, nv, pnp, bq, es, pt, pu), joinParts(dp, poblacio)].filter(Boolean).join(', ')
}

function joinParts(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
}

function personFacts({ owner, change_owner, owner_address }: NonNullable<StoredSteps[2]>): LeadFact[] {
  return filledFacts(
    ...(owner.type === 'F'
      ? ([
          ['name', 'text', joinParts(owner.first_name, owner.surname1, owner.surname2)],
          ['taxId', 'text', owner.fisic_vat],
        ] as const)
      : ([
          ['name', 'text', owner.name],
          ['taxId', 'text', owner.juridic_vat],
          ['representative', 'text', joinParts(owner.rep_name, owner.rep_surname1, owner.rep_surname2)],
          ['representativeTaxId', 'text', owner.rep_vat],
        ] as const)),
    ['changesOwner', 'flag', change_owner],
    ['address', 'text', owner_address.different_address ? addressText(owner_address) : null],
  )
}

function contractFacts(
  contract: NonNullable<StoredSteps[3]>,
  product: LeadRecord['product'],
  retailers: Retailers,
): LeadFact[] {
  const isGas = !('power' in contract)
  return [
    ...filledFacts(
      ['cups', 'text', isGas ? contract.cups.name : null],
      ['product', 'text', product],
      ['accessTariff', 'text', accessTariffName(contract.tarifaATR)],
      ['retailer', 'text', isGas ? retailers.get(contract.comer_origin!) : null],
      ['changesOwner', 'flag', isGas ? contract.change_owner : null],
      ['code', 'text', contract.promotional_code?.[0]],
      ['selfConsumption', 'text', isGas ? null : contract.selfconsCode],
    ),
    ...(isGas
      ? []
      : periodFacts('powerOf', 'kw', [
          contract.power,
          contract.power2,
          contract.power3,
          contract.power4,
          contract.power5,
          contract.power6,
        ])),
  ]
}
