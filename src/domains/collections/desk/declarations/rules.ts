import type { DeclarationState } from '../../declaration-rules.ts'

/** The lists of declarations: to be decided, waiting for papers, accepted, and all. */
export const declarationFilters = ['open', 'incomplete', 'accepted', 'all'] as const
export type DeclarationFilter = (typeof declarationFilters)[number]

/** Returns the state of a list; null for all. */
export function stateOf(filter: DeclarationFilter): DeclarationState | null {
  return filter === 'all' ? null : filter
}
