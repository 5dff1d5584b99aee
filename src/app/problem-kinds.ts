import type { Problem } from '#kit/boot.ts'

/** What a page of a problem can be about; its words stand under `problems` in the texts. */
export type ProblemKind =
  | 'access'
  | 'notFound'
  | 'crash'
  | 'settings'
  | 'busy'
  | 'maintenance'
  | 'nonce'
  | 'client'
  | 'offline'
  | 'late'

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
