/** The channels by which files and batches arrive. */
export const importSources = ['desk', 'folder', 'api', 'command'] as const
export type ImportSource = (typeof importSources)[number]

/** The maximum size of a file uploaded by an operator, in bytes. Larger ones go into the watched folder. */
export const maxImportBytes = 1_000_000_000

type ImportResult = { state: 'waiting' | 'running' | 'done' | 'failed'; accepted: number; refused: number }

/** Returns the displayed status of an import. A finished one may have been refused in part or completely. */
export function importStatusOf({ state, accepted, refused }: ImportResult) {
  if (state !== 'done' || refused === 0) return state
  return accepted > 0 ? 'partly' : 'refused'
}
