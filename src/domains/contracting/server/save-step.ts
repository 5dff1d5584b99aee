import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { findOwnLead, insertLead, type LeadOwner, updateLead } from '#domains/lead-records/server/lead-store.ts'
import type { Files } from '#outside/files/files.ts'
import { cups20, parseCups } from '#vocabulary/cups.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import type { ContractFormConfig, FieldProblems } from '../field-problems.ts'
import { normalizePerson } from '../person-rules.ts'
import type { SavedDraft } from '../saved-draft.ts'
import type { ElectricityStep, GasStep } from '../step-fields.ts'
import { stepProblems } from './check-step.ts'
import { lockDraftVersion } from './draft-version.ts'
import { mergeLeadSteps, type StoredSteps, stripLeadReference } from './lead-steps.ts'
import { type AgreementTexts, recordAgreements } from './record-agreements.ts'
import { clearSentDraft } from './save-draft.ts'
import { claimStepFiles } from './step-files.ts'

type SaveStepDeps = { db: Kysely<DB>; files: Files; textOf: AgreementTexts }

export type StepSubmission = {
  energy: 'electricity' | 'gas'
  step: ElectricityStep | GasStep
  /** The version of the draft that the sender has seen; undefined overwrites any state. */
  seenVersion?: string | undefined
  owner: LeadOwner & { visitorHash: string }
  /** The holders that the sender manages. */
  customerIds: readonly number[]
  config: ContractFormConfig
  locale: Locale
  requestId: string
  today: MarketDay
  now: Date
}

/** The result of a step: stored with its lead, or why not. */
export type SaveStepResult =
  | { kind: 'saved'; leadId: number; electricityLeadId: number | null }
  | { kind: 'not_found' }
  | { kind: 'closed' }
  | { kind: 'changed'; leadId: number }
  | { kind: 'invalid'; problems: FieldProblems }

/**
 * Stores a valid step of a contract with its files, on the given lead or on a new one. A step sent again replaces the
 * earlier one. The checks of the holder are repeated when the holder changes.
 */
export function saveStep({ db, files, textOf }: SaveStepDeps, submission: StepSubmission): Promise<SaveStepResult> {
  const { owner, now } = submission
  const step = submission.step.step === 2 ? normalizePerson(submission.step) : submission.step
  return db
    .transaction()
    .execute(async (transaction): Promise<SaveStepResult> => {
      const find = (leadId: number) => findOwnLead(transaction, { leadId, owner, now })
      const lead = step.lead_id === undefined ? undefined : await find(step.lead_id)
      if (step.lead_id !== undefined && !lead) return { kind: 'not_found' }
      if (lead && lead.state !== 'open') return { kind: 'closed' }
      const electricityLeadId = lead?.electricity_lead_id ?? electricityLeadIdOf(step)
      const electricity = electricityLeadId === null ? undefined : await find(electricityLeadId)
      if (electricityLeadId !== null && !electricity) return { kind: 'not_found' }

      const existingLead = lead ?? electricity
      if (existingLead && (await hasChangedSince(transaction, existingLead, submission.seenVersion)))
        return { kind: 'changed', leadId: existingLead.lead_id }

      const earlierSteps = mergeLeadSteps(lead ?? { steps: {} }, electricity)
      const context = { ...submission, isOfDual: electricity !== undefined, earlierSteps, userId: owner.userId }
      const problems = await stepProblems(transaction, step, context)
      if (Object.keys(problems).length > 0) return { kind: 'invalid', problems }

      const leadId = lead?.lead_id ?? (await createLead(transaction, submission, electricityLeadId))
      const fileResult = await claimStepFiles({ db: transaction, files }, step, {
        leadId,
        electricityLeadId,
        userId: owner.userId,
        now,
      })
      // Files that were claimed before the invalid one go back to the visitor when this rolls back.
      if ('problems' in fileResult) throw new InvalidFilesError(fileResult.problems)
      const steps = { ...((lead?.steps ?? {}) as StoredSteps), [step.step]: stripLeadReference(fileResult.step) }
      await updateLead(
        transaction,
        { leadId, now },
        { ...leadColumnsOf(steps), ...(step.step === 2 && { findings: '{}' }) },
      )
      await clearSentDraft(transaction, { leadIds: [leadId, electricityLeadId], part: draftPartOf(submission) })
      const all = mergeLeadSteps({ steps }, electricity)
      if (step.step === 1 || step.step === 3 || step.step === 5)
        await recordAgreements(transaction, { ...submission, step: step.step, steps: all, textOf })
      return { kind: 'saved', leadId, electricityLeadId }
    })
    .catch((problem: unknown): SaveStepResult => {
      if (problem instanceof InvalidFilesError) return { kind: 'invalid', problems: problem.problems }
      throw problem
    })
}

async function hasChangedSince(
  db: Kysely<DB>,
  lead: { lead_id: number; electricity_lead_id: number | null },
  seenVersion: string | undefined,
): Promise<boolean> {
  const version = await lockDraftVersion(db, lead)
  return seenVersion !== undefined && seenVersion !== version
}

/** Rolls back the transaction: a step is stored with all its files or not at all. */
class InvalidFilesError extends Error {
  readonly problems: FieldProblems
  constructor(problems: FieldProblems) {
    super('A file of the step cannot be taken')
    this.problems = problems
  }
}

function createLead(db: Kysely<DB>, { energy, owner, locale, now }: StepSubmission, electricityLeadId: number | null) {
  const { visitorHash, userId } = owner
  return insertLead(db, { kind: energy, visitorHash, userId, locale, now }, { electricity_lead_id: electricityLeadId })
}

/** Returns the part of the form that a step sends; null for the last step. */
function draftPartOf({ energy, step: { step } }: StepSubmission): keyof SavedDraft | null {
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

/** The columns by which the retailer searches leads. */
function leadColumnsOf(steps: StoredSteps) {
  const { 1: installation, 2: person } = steps
  const cups = installation && parseCups(installation.cups.name)
  const owner = person?.owner
  return {
    steps: JSON.stringify(steps),
    steps_done: Object.keys(steps).length,
    cups20: cups ? cups20(cups) : null,
    name: owner ? (owner.type === 'F' ? joinName(owner.first_name, owner.surname1, owner.surname2) : owner.name) : null,
    tax_id: owner ? (parseTaxId(owner.type === 'F' ? owner.fisic_vat : owner.juridic_vat)?.taxId ?? null) : null,
    email: person?.owner_address.email?.trim() || null,
    phone: person?.owner_address.mobile ?? null,
  }
}

function joinName(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
}
