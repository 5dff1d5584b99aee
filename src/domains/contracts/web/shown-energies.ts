import type { CustomerSettings } from '#domains/operator/settings/join.ts'
import { type Energy, energies } from '../rules.ts'

/** The kinds of contract that the retailer shows, in the order of its settings. */
export function offeredEnergies({ features }: Pick<CustomerSettings, 'features'>): Energy[] {
  return features.displayTypes.flatMap((type) => energies.filter((energy) => energy === type))
}

/**
 * The kinds that have a tab: those offered of which the customer has any, and the one that is looked at, so that a
 * household without gas sees no empty tab for it.
 */
export function shownEnergies(
  offered: readonly Energy[],
  counts: ReadonlyMap<Energy, number>,
  present: Energy,
): Energy[] {
  return offered.filter((energy) => counts.get(energy) || energy === present)
}
