import { addMonths, type MarketDay } from '#vocabulary/day.ts'

/** How a copy of somebody's data stands. */
export const exportStates = ['waiting', 'running', 'ready', 'failed', 'expired'] as const
export type ExportState = (typeof exportStates)[number]

/** For how long a copy can be downloaded. */
export const exportKeptDays = 7

/** How a request of erasure stands. The last four are its ends. */
export const erasureStates = ['requested', 'in_review', 'done', 'partly_done', 'refused', 'withdrawn'] as const
export type ErasureState = (typeof erasureStates)[number]

const nextStates: Record<ErasureState, readonly ErasureState[]> = {
  requested: ['in_review', 'done', 'partly_done', 'refused', 'withdrawn'],
  in_review: ['done', 'partly_done', 'refused', 'withdrawn'],
  done: [],
  partly_done: [],
  refused: [],
  withdrawn: [],
}

/** Whether a request may go from one state to another. */
export function mayMove(from: ErasureState, to: ErasureState): boolean {
  return nextStates[from].includes(to)
}

/** Whether a request still waits for its answer, so that it can be withdrawn and no other be made. */
export function isOpen(state: ErasureState): boolean {
  return nextStates[state].length > 0
}

/** The last day for an answer: a month from the request (Regulation (EU) 2016/679, article 12.3). */
export function answerBy(requestedOn: MarketDay): MarketDay {
  return addMonths(requestedOn, 1)
}

export const longestComment = 1000
