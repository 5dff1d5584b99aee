import type { ProblemKind } from './problem-kinds.ts'

/** What the button of an error page does. */
export type ErrorPageAction = 'goOn' | 'goHome' | 'reload'

type ErrorPageContent = {
  /** The steps missing in the drawing, of six from 0: what failed, or the hours still to come. */
  missingSteps: readonly number[]
  /** The only action; null if all that helps is to come back later. */
  action: ErrorPageAction | null
}

/** The content of each kind's error page. Separate from the kinds themselves, which every page loads for its title. */
export const errorPageContents: Record<ProblemKind, ErrorPageContent> = {
  access: { missingSteps: [0], action: 'goOn' },
  notFound: { missingSteps: [2], action: 'goHome' },
  crash: { missingSteps: [2, 3], action: 'reload' },
  settings: { missingSteps: [1, 3, 5], action: 'reload' },
  busy: { missingSteps: [5], action: 'reload' },
  maintenance: { missingSteps: [3, 4, 5], action: null },
  nonce: { missingSteps: [1], action: 'goHome' },
  offline: { missingSteps: [4, 5], action: 'reload' },
  late: { missingSteps: [5], action: 'reload' },
  client: { missingSteps: [0, 1], action: 'goHome' },
}
