import type { ElectricityStep, GasStep } from '../step-fields.ts'

/** The stored steps of a lead by number, as they were sent. */
export type StoredSteps = Partial<{ [Number in ElectricityStep['step']]: StepOf<Number> }>

type AnyStep = ElectricityStep | GasStep
type StepOf<Number extends ElectricityStep['step']> = Extract<AnyStep, { step: Number }>

/** The third step of electricity, which has powers; that of gas has none. */
export type ElectricityContractStep = Extract<ElectricityStep, { step: 3 }>
export type GasContractStep = Extract<GasStep, { step: 3 }>

/** Returns a step as it is stored, without the reference to its lead. */
export function stripLeadReference({ lead_id: _, ...step }: AnyStep): object {
  const { electricityLeadId: __, ...stored } = step as { electricityLeadId?: number }
  return stored
}

/**
 * Returns the steps of a lead. The gas of a dual contract inherits the installation, the person and the account of the
 * electricity where it does not have its own.
 */
export function mergeLeadSteps(lead: { steps: unknown }, electricity?: { steps: unknown }): StoredSteps {
  const { 3: _, ...shared } = (electricity?.steps ?? {}) as StoredSteps
  return { ...shared, ...(lead.steps as StoredSteps) }
}
