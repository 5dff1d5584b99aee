import { type DebtStep, debtActs, notedStops, openDebtSteps } from '../rules.ts'

/** The lists of debts by step, and all that are open. */
export const debtFilters = ['open', ...openDebtSteps] as const
export type DebtFilter = (typeof debtFilters)[number]

/** Returns the steps of a list. */
export function stepsOf(filter: DebtFilter): readonly DebtStep[] | null {
  return filter === 'open' ? null : [filter]
}

/** What operators decide about plans of parts. */
const planActs = ['approve_plan', 'refuse_plan', 'end_plan'] as const

/** What operators do with several debts at once. */
export const bulkActs = [...debtActs, ...notedStops, 'resume', 'social_bonus', ...planActs, 'assign'] as const
export type BulkAct = (typeof bulkActs)[number]

/** How many debts an operator acts on at once. */
export const maxBulkCount = 100
