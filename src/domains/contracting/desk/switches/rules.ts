/** The filters of the list: rejected ones wait for somebody, underway are all that have not begun yet. */
export const switchFilters = ['rejected', 'underway', 'late'] as const
export type SwitchFilter = (typeof switchFilters)[number]
