/** What a new contract can be for. */
export const contractKinds = ['electricity', 'gas', 'dual'] as const
export type ContractKind = (typeof contractKinds)[number]

/** What decides which steps there are. */
export type Situation = {
  kind: ContractKind
  /** Whether whoever is to be the holder is a company, by the tax id. */
  isCompany: boolean
  /** Whether a company only leaves its details (setting `contractation.businessHaltContractation`). */
  isHaltedForCompanies: boolean
  /** Whether the electricity of a dual contract was made before, so that only its gas is to be told. */
  isRestOfDual?: boolean
}

/** A step of the wizard: the number by which it is sent (none for the last, which only tells), and when there is one. */
type Step = { name: string; sends: 1 | 2 | 3 | 4 | 5 | null; appliesTo: (situation: Situation) => boolean }

/** The steps of every new contract, in their order. */
export const steps = [
  { name: 'installation', sends: 1, appliesTo: isWhole },
  { name: 'person', sends: 2, appliesTo: isWhole },
  { name: 'contract', sends: 3, appliesTo: (about) => about.kind !== 'gas' && goesOn(about) && isWhole(about) },
  { name: 'gasContract', sends: 3, appliesTo: (about) => about.kind !== 'electricity' && goesOn(about) },
  { name: 'payment', sends: 4, appliesTo: (about) => goesOn(about) && isWhole(about) },
  { name: 'confirmation', sends: 5, appliesTo: () => true },
  { name: 'finish', sends: null, appliesTo: () => true },
] as const satisfies readonly Step[]

export type StepName = (typeof steps)[number]['name']

/** The steps of a contract, in their order. */
export function stepsOf(situation: Situation): StepName[] {
  return steps.filter(({ appliesTo }) => appliesTo(situation)).map(({ name }) => name)
}

export type Progress = {
  /** The steps that there are. */
  steps: readonly StepName[]
  current: StepName
  completed: readonly StepName[]
  isSubmitting: boolean
}

/**
 * Whether one may go straight to a step: back to any, ahead to the first that is not completed, from the last one nowhere,
 * and never while something is being sent.
 */
export function mayJumpTo(name: StepName, { steps, current, completed, isSubmitting }: Progress): boolean {
  const target = steps.indexOf(name)
  const isOver = current === steps.at(-1)
  return !isSubmitting && !isOver && target !== -1 && target <= completedCount(steps, completed)
}

/** The step after this one; the last stays. */
export function stepAfter(name: StepName, steps: readonly StepName[]): StepName {
  return steps[steps.indexOf(name) + 1] ?? name
}

/** The step before this one; null for the first, and for the last, whose contract is already made. */
export function stepBefore(name: StepName, steps: readonly StepName[]): StepName | null {
  const place = steps.indexOf(name)
  return place <= 0 || place === steps.length - 1 ? null : steps[place - 1]!
}

/** How many steps are completed one after the other from the first on. */
function completedCount(steps: readonly StepName[], completed: readonly StepName[]): number {
  const open = steps.findIndex((name) => !completed.includes(name))
  return open === -1 ? steps.length : open
}

function isWhole({ isRestOfDual = false }: Situation): boolean {
  return !isRestOfDual
}

function goesOn({ isCompany, isHaltedForCompanies }: Pick<Situation, 'isCompany' | 'isHaltedForCompanies'>): boolean {
  return !(isCompany && isHaltedForCompanies)
}
