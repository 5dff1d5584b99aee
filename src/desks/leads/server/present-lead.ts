import type { Database } from '#db/database.ts'
import { powerFields } from '#domains/comparators/rules.ts'
import type { KeptSteps } from '#domains/contracting/server/lead-steps.ts'
import { activities } from '#domains/offers/server/activities.ts'
import type { Locale } from '#kit/locale.ts'
import { electricityAccessTariffs, gasAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { maskedIban, parseIban } from '#vocabulary/iban.ts'
import type { LeadFact, LeadSection, ReadLead } from '../api.ts'
import { type FoundLead, filesOf, handlingVersion } from './lead-store.ts'

/** What leads of the comparators and of the calculator keep, as far as it is told. */
type LeftSteps = {
  contact?: { contactHours?: string[] }
  mode?: string
  comparison?: Record<string, unknown> & { comerOrigin?: number; accessTariff?: string | number }
  power?: Record<string, unknown> & { contactHours?: string[] }
}

/** A lead as an operator reads it, what was typed in the order of the form. */
export async function presentLead(db: Database, lead: FoundLead): Promise<ReadLead> {
  const {
    steps,
    locale,
    check_outcome: outcome,
    check_reason: reason,
    checked_at: at,
    checked_by: by,
    ...listed
  } = lead
  const retailers = await retailersOf(db, steps as LeftSteps & KeptSteps)
  const iban = await ibanOf(db, steps as KeptSteps)
  return {
    ...listed,
    created_at: lead.created_at.toISOString(),
    updated_at: lead.updated_at.toISOString(),
    expires_at: lead.contract === null ? lead.expires_at.toISOString() : null,
    language: locale as Locale,
    check: outcome && at && { outcome, reason, at: at.toISOString(), by },
    handled_at: lead.handled_at?.toISOString() ?? null,
    version: handlingVersion(lead),
    sections: [...leftSections(steps as LeftSteps, retailers), ...contractSections(lead, retailers, iban)].filter(
      ({ facts }) => facts.length > 0,
    ),
    documents: await filesOf(db, lead.id),
  }
}

type Retailers = Map<number, string>

async function retailersOf(db: Database, steps: LeftSteps & KeptSteps): Promise<Retailers> {
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

/** An activity by its code and its official name. */
function activityText(activityId: number): string {
  const activity = activities.find(({ id }) => id === activityId)
  return activity ? `${activity.code} ${activity.names.es}` : String(activityId)
}

/** The account that pays, as it was typed or as it was chosen among those on file. */
async function ibanOf(db: Database, { 4: payment }: KeptSteps): Promise<string | null | undefined> {
  const { iban, account_id: accountId } = payment?.bank ?? {}
  if (!accountId) return parseIban(iban ?? '')
  const row = await db
    .selectFrom('bank_account')
    .where('bank_account_id', '=', accountId)
    .select('iban')
    .executeTakeFirst()
  return row?.iban
}

function leftSections({ contact, mode, comparison, power }: LeftSteps, retailers: Retailers): LeadSection[] {
  const hours = contact?.contactHours ?? power?.contactHours ?? []
  return [
    {
      name: 'contact',
      facts: [...hours.map((hour) => fact('hours', 'word', hour)), ...facts(['mode', 'word', mode])],
    },
    {
      name: 'comparison',
      facts: comparison
        ? facts(
            ['retailer', 'text', retailers.get(comparison.comerOrigin!)],
            ['amount', 'eur', comparison.invoiceAmount],
            ['from', 'day', comparison.startDate],
            ['to', 'day', comparison.endDate],
            ['accessTariff', 'text', accessTariff(Number(comparison.accessTariff))],
          ).concat(
            periods(
              'powerOf',
              'kw',
              powerFields.map((field) => comparison[field]),
            ),
            periods(
              'energyOf',
              'kwh',
              [1, 2, 3, 4, 5, 6].map((period) => comparison[`p${period}`]),
            ),
            facts(['surplus', 'kwh', comparison.surplus || undefined]),
          )
        : [],
    },
    {
      name: 'power',
      facts: power
        ? facts(
            ['optimalPower', 'kw', power.optimalPower],
            ['area', 'm2', power.area],
            ['people', 'text', power.numPersones],
          )
        : [],
    },
  ]
}

function contractSections(
  { steps, product }: FoundLead,
  retailers: Retailers,
  iban: string | null | undefined,
): LeadSection[] {
  const { 1: installation, 2: person, 3: contract, 4: payment, 5: confirmation } = steps as KeptSteps
  const owner = person?.owner
  const isGas = contract !== undefined && !('power' in contract)
  return [
    {
      name: 'installation',
      facts: installation
        ? facts(
            ['cups', 'text', installation.cups.name],
            ['address', 'text', addressText(installation.address)],
            ['residence', 'word', installation.residence_type],
            ['activity', 'text', activityText(installation.cnae)],
            ['hasContract', 'flag', installation.active_contract],
            ['retailer', 'text', retailers.get(installation.comer_origin!)],
          )
        : [],
    },
    {
      name: 'person',
      facts: owner
        ? facts(
            ...(owner.type === 'F'
              ? ([
                  ['name', 'text', spaced(owner.first_name, owner.surname1, owner.surname2)],
                  ['taxId', 'text', owner.fisic_vat],
                ] as const)
              : ([
                  ['name', 'text', owner.name],
                  ['taxId', 'text', owner.juridic_vat],
                  ['representative', 'text', spaced(owner.rep_name, owner.rep_surname1, owner.rep_surname2)],
                  ['representativeTaxId', 'text', owner.rep_vat],
                ] as const)),
            ['changesOwner', 'flag', person.change_owner],
            ['address', 'text', person.owner_address.different_address ? addressText(person.owner_address) : null],
          )
        : [],
    },
    {
      name: 'contract',
      facts: contract
        ? [
            ...facts(
              ['cups', 'text', isGas ? contract.cups.name : null],
              ['product', 'text', product],
              ['accessTariff', 'text', accessTariff(contract.tarifaATR)],
              ['retailer', 'text', isGas ? retailers.get(contract.comer_origin!) : null],
              ['changesOwner', 'flag', isGas ? contract.change_owner : null],
              ['code', 'text', contract.promotional_code?.[0]],
              ['selfConsumption', 'text', isGas ? null : contract.selfconsCode],
            ),
            ...(isGas
              ? []
              : periods('powerOf', 'kw', [
                  contract.power,
                  contract.power2,
                  contract.power3,
                  contract.power4,
                  contract.power5,
                  contract.power6,
                ])),
          ]
        : [],
    },
    {
      name: 'payment',
      facts: payment
        ? facts(['account', 'text', iban && maskedIban(iban)], ['ownAccount', 'flag', payment.owner_is_bank_owner])
        : [],
    },
    { name: 'confirmation', facts: facts(['publicity', 'flag', confirmation?.activate_publicity]) },
  ]
}

function fact(name: string, kind: LeadFact['kind'], value: LeadFact['value']): LeadFact {
  return { name, kind, value }
}

/** Those that something was typed for. */
function facts(...typed: (readonly [name: string, kind: LeadFact['kind'], value: unknown])[]): LeadFact[] {
  return typed.flatMap(([name, kind, value]) => (isTold(value) ? [fact(name, kind, value)] : []))
}

function periods(name: string, kind: LeadFact['kind'], values: readonly unknown[]): LeadFact[] {
  return values.flatMap((value, place) =>
    isTold(value) && value !== 0 ? [{ ...fact(name, kind, value), period: `P${place + 1}` }] : [],
  )
}

function isTold(value: unknown): value is LeadFact['value'] {
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '')
}

function accessTariff(id: number): string | undefined {
  return [...electricityAccessTariffs, ...gasAccessTariffs].find((tariff) => tariff.id === id)?.name
}

type Address = Partial<Record<'tv' | 'nv' | 'pnp' | 'bq' | 'es' | 'pt' | 'pu' | 'dp' | 'poblacio', string | null>>

function addressText({ tv, nv, pnp, bq, es, pt, pu, dp, poblacio }: Address): string {
  return [spaced(tv, nv, pnp, bq, es, pt, pu), spaced(dp, poblacio)].filter(Boolean).join(', ')
}

function spaced(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
}
