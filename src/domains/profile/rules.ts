/** States of a data export. */
export const exportStates = ['waiting', 'running', 'ready', 'failed', 'expired'] as const
export type ExportState = (typeof exportStates)[number]

/** How many days an export can be downloaded. */
export const exportLifetimeDays = 7

/** States of an erasure request. The last four are final. */
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

/** Checks whether a request may move from one state to another. */
export function canMoveErasure(from: ErasureState, to: ErasureState): boolean {
  return nextStates[from].includes(to)
}

/** Checks whether a request still awaits its answer, so that it can be withdrawn and no other be made. */
export function isOpenErasure(state: ErasureState): boolean {
  return nextStates[state].length > 0
}

export const maxCommentLength = 1000
