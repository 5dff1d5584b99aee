import { erasureStates } from '../rules.ts'

/** The filters of the list by request state. */
export const erasureFilters = ['open', ...erasureStates, 'all'] as const
export type ErasureFilter = (typeof erasureFilters)[number]
