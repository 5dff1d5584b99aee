import type { ProblemKind } from './problem-kinds.ts'

/** What a page of a problem leads to. */
export type Way = 'goOn' | 'goHome' | 'reload'

type Told = {
  /** The steps that are missing in the drawing, of six from 0: what fell out, or the hours still to come. */
  missing: readonly number[]
  /** The one way on; none where all that helps is to come back later. */
  way: Way | null
}

/** How each kind is told; apart from the kinds themselves, which every page knows for its title. */
export const toldProblems: Record<ProblemKind, Told> = {
  access: { missing: [0], way: 'goOn' },
  notFound: { missing: [2], way: 'goHome' },
  crash: { missing: [2, 3], way: 'reload' },
  settings: { missing: [1, 3, 5], way: 'reload' },
  busy: { missing: [5], way: 'reload' },
  maintenance: { missing: [3, 4, 5], way: null },
  nonce: { missing: [1], way: 'goHome' },
  offline: { missing: [4, 5], way: 'reload' },
  late: { missing: [5], way: 'reload' },
  client: { missing: [0, 1], way: 'goHome' },
}
