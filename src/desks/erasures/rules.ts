import { erasureStates } from '#domains/profile/rules.ts'

/** What the list is narrowed to by how requests stand. */
export const erasureFilters = ['open', ...erasureStates, 'all'] as const
export type ErasureFilter = (typeof erasureFilters)[number]
