import type { ElectricityStep, GasStep } from '../api.ts'

/** The steps that were kept of a lead, by their numbers, as they were sent. */
export type KeptSteps = Partial<{ [Number in ElectricityStep['step']]: StepOf<Number> }>

type AnyStep = ElectricityStep | GasStep
type StepOf<Number extends ElectricityStep['step']> = Extract<AnyStep, { step: Number }>

/** The third step of electricity, which has powers; that of gas has none. */
export type ElectricityContractStep = Extract<ElectricityStep, { step: 3 }>
export type GasContractStep = Extract<GasStep, { step: 3 }>

/** What is kept of a step: without what says only to which lead it belongs. */
export function keptOf({ lead_id: _, ...step }: AnyStep): object {
  const { electricityLeadId: __, ...kept } = step as { electricityLeadId?: number }
  return kept
}

/**
 * What a lead knows: its own steps, and for the gas of a dual contract those of the electricity that it does not say
 * otherwise itself: the installation, the person and the account.
 */
export function stepsOf(lead: { steps: unknown }, electricity?: { steps: unknown }): KeptSteps {
  const { 3: _, ...shared } = (electricity?.steps ?? {}) as KeptSteps
  return { ...shared, ...(lead.steps as KeptSteps) }
}
