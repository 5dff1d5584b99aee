import type { SavedDraft } from '../../saved-draft.ts'
import { draftPartByStep } from '../../saved-draft.ts'
import type { StepName } from '../../wizard.ts'
import { fieldOfPath } from '../steps/form-fields.ts'
import { formOf, type WizardContext } from '../steps/send-steps.ts'
import type { WizardDraft } from './wizard-draft.ts'

/** A field of a step that differs between two devices, with the values that each would send. */
export type Difference = { step: StepName; field: string; mine: unknown; theirs: unknown }

/** The parts of a draft that were sent or typed on a device. */
export type DraftPart = keyof SavedDraft

/**
 * Returns the fields in which two drafts differ, in the order of the form, among the parts that the second one
 * contains.
 */
export function draftDifferences(
  mine: WizardDraft,
  theirs: WizardDraft,
  parts: readonly DraftPart[],
  context: Pick<WizardContext, 'kind' | 'config'>,
): Difference[] {
  const steps = Object.entries(draftPartByStep) as [StepName, DraftPart][]
  return [
    ...steps.filter(([, part]) => parts.includes(part)).flatMap(([step]) => differencesOf(step)),
    ...unsentDifferences(mine, theirs, parts),
  ]

  function differencesOf(step: StepName): Difference[] {
    const own = formOf(step, mine, context)
    const other = formOf(step, theirs, context)
    if (own === null || other === null) {
      const isSame = own === other
      return isSame ? [] : [{ step, field: 'gas.isLeftOut', mine: own === null, theirs: other === null }]
    }
    const [before, now] = [flattenForm(own), flattenForm(other)]
    const differences = new Map<string, Difference>()
    for (const path of new Set([...Object.keys(before), ...Object.keys(now)])) {
      // The supply is that of the installation, which lists it itself.
      if (path === 'cups.name' && step !== 'installation' && context.kind !== 'dual') continue
      if (path === 'cups.name' && step === 'contract') continue
      const [one, another] = [before[path] ?? null, now[path] ?? null]
      if (isSame(path, one, another)) continue
      const field = rowOfPath(path)
      differences.set(field, { step, field, mine: one, theirs: another })
    }
    return [...differences.values()]
  }
}

/** Towns are looked up when a step is left. One that has not been looked up yet is no difference. */
const lookedUpPath = /\.(ine|state|poblacio)$/

function isSame(path: string, one: unknown, another: unknown): boolean {
  if (lookedUpPath.test(path) && (isNothing(one) || isNothing(another))) return true
  return JSON.stringify(orNull(one)) === JSON.stringify(orNull(another))
}

function isNothing(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function orNull(value: unknown): unknown {
  return isNothing(value) ? null : value
}

const addressLine = /^(address|owner_address)\.(tv|nv|pnp|bq|es|pt|pu|dp|ine|state|poblacio)$|^owner_address\.zip$/

/** Returns the row in which a path is shown: an address is one row, and so is a name. */
function rowOfPath(path: string): string {
  if (addressLine.test(path)) return path.split('.')[0]!
  return fieldOfPath(path)
}

/** Returns differences in what no step sends: the yearly consumption, and a code that is typed but not applied. */
function unsentDifferences(mine: WizardDraft, theirs: WizardDraft, parts: readonly DraftPart[]): Difference[] {
  const values = ({ contract, gas, promotion }: WizardDraft) => ({
    ...(parts.includes('yearKwh') && { contract: contract.yearKwh, gasContract: gas.yearKwh }),
    ...(parts.includes('promotion') && { code: promotion.typed }),
  })
  const [own, other] = [values(mine), values(theirs)]
  const difference = (step: StepName, field: string, one: unknown, another: unknown): Difference[] =>
    isSame(field, one ?? null, another ?? null) ? [] : [{ step, field, mine: one, theirs: another }]
  return [
    ...difference('contract', 'yearKwh', own.contract, other.contract),
    ...difference('gasContract', 'yearKwh', own.gasContract, other.gasContract),
    ...difference('contract', 'promotion.typed', own.code, other.code),
  ]
}

/** Flattens a form by its paths. */
function flattenForm(form: object, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flattenForm(value, `${prefix}${name}.`))
        : [[`${prefix}${name}`, value] as const],
    ),
  )
}
