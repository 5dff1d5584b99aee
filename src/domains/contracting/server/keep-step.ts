import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { addLead, findOwnLead, type LeadOwner, updateLead } from '#domains/leads/server/lead-store.ts'
import type { Locale } from '#kit/locale.ts'
import type { Files } from '#outside/files/files.ts'
import { cups20, parseCups } from '#vocabulary/cups.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import type { ElectricityStep, GasStep } from '../api.ts'
import type { Asked, Problems } from '../asked.ts'
import { tidyPerson } from '../person-rules.ts'
import type { Typed } from '../typed.ts'
import { stepProblems } from './check-step.ts'
import { lockedDraftVersion } from './draft-version.ts'
import { forgetTyped } from './keep-typed.ts'
import { type KeptSteps, keptOf, stepsOf } from './lead-steps.ts'
import { type AgreementWords, recordAgreements } from './record-agreements.ts'
import { keepFiles } from './step-files.ts'

type Needs = { db: Kysely<DB>; files: Files; wordsOf: AgreementWords }

export type Arriving = {
  energy: 'electricity' | 'gas'
  step: ElectricityStep | GasStep
  /** The version of the draft that whoever sends it has seen; undefined goes over whatever stands. */
  seenVersion?: string | undefined
  owner: LeadOwner & { visitorHash: string }
  /** The holders that whoever sends it looks after. */
  customerIds: readonly number[]
  asked: Asked
  locale: Locale
  requestId: string
  today: MarketDay
  now: Date
}

/** What became of a step: kept with its lead, or why not. */
export type Kept =
  | { kind: 'kept'; leadId: number; electricityLeadId: number | null }
  | { kind: 'not_found' }
  | { kind: 'closed' }
  | { kind: 'changed'; leadId: number }
  | { kind: 'wrong'; problems: Problems }

/**
 * Keeps a step of a contract once nothing is wrong with it, with its files, on the lead that it names or on a new one. The
 * same step sent again takes the place of the one before; what was checked about the holder is checked anew when the
 * holder changes.
 */
export function keepStep({ db, files, wordsOf }: Needs, arriving: Arriving): Promise<Kept> {
  const { owner, now } = arriving
  const step = arriving.step.step === 2 ? tidyPerson(arriving.step) : arriving.step
  return db
    .transaction()
    .execute(async (transaction): Promise<Kept> => {
      const find = (leadId: number) => findOwnLead(transaction, { leadId, owner, now })
      const lead = step.lead_id === undefined ? undefined : await find(step.lead_id)
      if (step.lead_id !== undefined && !lead) return { kind: 'not_found' }
      if (lead && lead.state !== 'open') return { kind: 'closed' }
      const electricityLeadId = lead?.electricity_lead_id ?? electricityLeadIdOf(step)
      const electricity = electricityLeadId === null ? undefined : await find(electricityLeadId)
      if (electricityLeadId !== null && !electricity) return { kind: 'not_found' }

      const standing = lead ?? electricity
      if (standing && (await isAnotherThanSeen(transaction, standing, arriving.seenVersion)))
        return { kind: 'changed', leadId: standing.lead_id }

      const known = stepsOf(lead ?? { steps: {} }, electricity)
      const around = { ...arriving, isOfDual: electricity !== undefined, known, userId: owner.userId }
      const problems = await stepProblems(transaction, step, around)
      if (Object.keys(problems).length > 0) return { kind: 'wrong', problems }

      const leadId = lead?.lead_id ?? (await begin(transaction, arriving, electricityLeadId))
      const filed = await keepFiles({ db: transaction, files }, step, {
        leadId,
        electricityLeadId,
        userId: owner.userId,
        now,
      })
      // Files that were taken over before the wrong one are the visitor's again when nothing of this holds.
      if ('problems' in filed) throw new WrongFiles(filed.problems)
      const steps = { ...((lead?.steps ?? {}) as KeptSteps), [step.step]: keptOf(filed.step) }
      await updateLead(
        transaction,
        { leadId, now },
        { ...columnsOf(steps), ...(step.step === 2 && { findings: '{}' }) },
      )
      await forgetTyped(transaction, { leadIds: [leadId, electricityLeadId], part: partSentBy(arriving) })
      const all = stepsOf({ steps }, electricity)
      if (step.step === 1 || step.step === 5)
        await recordAgreements(transaction, { ...arriving, step: step.step, steps: all, wordsOf })
      return { kind: 'kept', leadId, electricityLeadId }
    })
    .catch((problem: unknown): Kept => {
      if (problem instanceof WrongFiles) return { kind: 'wrong', problems: problem.problems }
      throw problem
    })
}

async function isAnotherThanSeen(
  db: Kysely<DB>,
  lead: { lead_id: number; electricity_lead_id: number | null },
  seenVersion: string | undefined,
): Promise<boolean> {
  const version = await lockedDraftVersion(db, lead)
  return seenVersion !== undefined && seenVersion !== version
}

/** Ends the transaction: a step is kept with all its files or not at all. */
class WrongFiles extends Error {
  readonly problems: Problems
  constructor(problems: Problems) {
    super('A file of the step cannot be taken')
    this.problems = problems
  }
}

function begin(db: Kysely<DB>, { energy, owner, locale, now }: Arriving, electricityLeadId: number | null) {
  const { visitorHash, userId } = owner
  return addLead(db, { kind: energy, visitorHash, userId, locale, now }, { electricity_lead_id: electricityLeadId })
}

/** The part of the form that a step tells; none by the last. */
function partSentBy({ energy, step: { step } }: Arriving): keyof Typed | null {
  const parts = {
    1: 'installation',
    2: 'person',
    3: energy === 'gas' ? 'gas' : 'contract',
    4: 'payment',
    5: null,
  } as const
  return parts[step]
}

function electricityLeadIdOf(step: ElectricityStep | GasStep): number | null {
  return ('electricityLeadId' in step ? step.electricityLeadId : undefined) ?? null
}

/** What the retailer looks for among leads stands in columns of its own. */
function columnsOf(steps: KeptSteps) {
  const { 1: installation, 2: person } = steps
  const cups = installation && parseCups(installation.cups.name)
  const owner = person?.owner
  return {
    steps: JSON.stringify(steps),
    steps_done: Object.keys(steps).length,
    cups20: cups ? cups20(cups) : null,
    name: owner ? (owner.type === 'F' ? fullName(owner.first_name, owner.surname1, owner.surname2) : owner.name) : null,
    tax_id: owner ? (parseTaxId(owner.type === 'F' ? owner.fisic_vat : owner.juridic_vat)?.taxId ?? null) : null,
    email: person?.owner_address.email?.trim() || null,
    phone: person?.owner_address.mobile ?? null,
  }
}

function fullName(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
}
