import type { Problem } from '#kit/boot.ts'

/** The subject of an error page; its texts are under `problems`. */
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

/** Returns the kind of a problem by its status and, where one status has several reasons, its code. */
export function problemKindOf({ status, code }: Pick<Problem, 'status' | 'code'>): ProblemKind {
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
