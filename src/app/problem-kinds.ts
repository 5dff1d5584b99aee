import type { Problem } from '#kit/boot.ts'

/** What a page of a problem can be about; its words stand under `problems` in the texts. */
export type ProblemKind = 'access' | 'notFound' | 'crash' | 'settings' | 'busy' | 'maintenance' | 'nonce' | 'client'

/** What a page of a problem leads to. */
export type Way = 'goOn' | 'goHome' | 'reload'

type Told = {
  /** The steps that are missing in the drawing, of six from 0: what fell out, or the hours still to come. */
  missing: readonly number[]
  /** The one way on; none where all that helps is to come back later. */
  way: Way | null
}

/** How each kind is told. */
export const problemKinds: Record<ProblemKind, Told> = {
  access: { missing: [0], way: 'goOn' },
  notFound: { missing: [2], way: 'goHome' },
  crash: { missing: [2, 3], way: 'reload' },
  settings: { missing: [1, 3, 5], way: 'reload' },
  busy: { missing: [5], way: 'reload' },
  maintenance: { missing: [3, 4, 5], way: null },
  nonce: { missing: [1], way: 'goHome' },
  client: { missing: [0, 1], way: 'goHome' },
}

/** The kind of a problem, by its status and, where one status has several reasons, its code. */
export function kindOf({ status, code }: Pick<Problem, 'status' | 'code'>): ProblemKind {
  switch (status) {
    case 401:
    case 403:
      return 'access'
    case 404:
      return 'notFound'
    case 500:
      return code === 'settings_unavailable' ? 'settings' : 'crash'
    case 503:
      return code === 'maintenance' ? 'maintenance' : 'busy'
    case 504:
      return 'nonce'
    case 505:
      return 'client'
  }
}
