/** The kinds of a new contract. */
export const contractKinds = ['electricity', 'gas', 'dual'] as const
export type ContractKind = (typeof contractKinds)[number]

/** The situation that determines the steps. */
export type WizardSituation = {
  kind: ContractKind
  /** Whether the future holder is a company, by the tax id. */
  isCompany: boolean
  /** Whether a company only leaves its details (setting `contractation.businessHaltContractation`). */
  isHaltedForCompanies: boolean
  /** Whether the electricity of a dual contract already exists, so that only its gas is to be filled in. */
  isRestOfDual?: boolean
}

/**
 * A step of the wizard: the number by which it is sent (none for the last, which only shows the result), and when it
 * exists.
 */
type StepDefinition = {
  name: string
  sends: 1 | 2 | 3 | 4 | 5 | null
  appliesTo: (situation: WizardSituation) => boolean
}

/** The steps of every new contract, in order. */
export const steps = [
  { name: 'installation', sends: 1, appliesTo: hasAllSteps },
  { name: 'person', sends: 2, appliesTo: hasAllSteps },
  {
    name: 'contract',
    sends: 3,
    appliesTo: (situation) => situation.kind !== 'gas' && makesContract(situation) && hasAllSteps(situation),
  },
  {
    name: 'gasContract',
    sends: 3,
    appliesTo: (situation) => situation.kind !== 'electricity' && makesContract(situation),
  },
  { name: 'payment', sends: 4, appliesTo: (situation) => makesContract(situation) && hasAllSteps(situation) },
  { name: 'confirmation', sends: 5, appliesTo: () => true },
  { name: 'finish', sends: null, appliesTo: () => true },
] as const satisfies readonly StepDefinition[]

export type StepName = (typeof steps)[number]['name']

/** Returns the steps of a contract, in order. */
export function wizardStepsOf(situation: WizardSituation): StepName[] {
  return steps.filter(({ appliesTo }) => appliesTo(situation)).map(({ name }) => name)
}

export type WizardProgress = {
  /** The available steps. */
  steps: readonly StepName[]
  current: StepName
  completed: readonly StepName[]
  isSubmitting: boolean
}

/**
 * Checks whether a step can be jumped to: back to any, ahead to the first that is not completed, from the last one
 * nowhere, and never while something is being sent.
 */
export function mayJumpTo(name: StepName, { steps, current, completed, isSubmitting }: WizardProgress): boolean {
  const target = steps.indexOf(name)
  const isOver = current === steps.at(-1)
  return !isSubmitting && !isOver && target !== -1 && target <= completedCount(steps, completed)
}

/** Returns the step after this one; the last step for the last. */
export function stepAfter(name: StepName, steps: readonly StepName[]): StepName {
  return steps[steps.indexOf(name) + 1] ?? name
}

/** Returns the step before this one; null for the first, and for the last, whose contract already exists. */
export function stepBefore(name: StepName, steps: readonly StepName[]): StepName | null {
  const index = steps.indexOf(name)
  return index <= 0 || index === steps.length - 1 ? null : steps[index - 1]!
}

/** Returns how many steps from the first on are completed without a gap. */
function completedCount(steps: readonly StepName[], completed: readonly StepName[]): number {
  const open = steps.findIndex((name) => !completed.includes(name))
  return open === -1 ? steps.length : open
}

function hasAllSteps({ isRestOfDual = false }: WizardSituation): boolean {
  return !isRestOfDual
}

function makesContract({
  isCompany,
  isHaltedForCompanies,
}: Pick<WizardSituation, 'isCompany' | 'isHaltedForCompanies'>): boolean {
  return !(isCompany && isHaltedForCompanies)
}
