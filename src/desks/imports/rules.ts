/** The ways by which files and batches come. */
export const importSources = ['desk', 'folder', 'api', 'command'] as const
export type ImportSource = (typeof importSources)[number]

/** The most that a file weighs which an operator drops; larger ones are left in the watched folder. */
export const mostImportBytes = 1_000_000_000

type Fared = { state: 'waiting' | 'running' | 'done' | 'failed'; accepted: number; refused: number }

/** How an import fared, as it is told: one that is done may have been refused in part or altogether. */
export function standingOf({ state, accepted, refused }: Fared) {
  if (state !== 'done' || refused === 0) return state
  return accepted > 0 ? 'partly' : 'refused'
}
