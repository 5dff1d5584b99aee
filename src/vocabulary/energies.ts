/** The kinds of energy that a contract supplies. */
export const energies = ['electricity', 'gas'] as const
export type Energy = (typeof energies)[number]
