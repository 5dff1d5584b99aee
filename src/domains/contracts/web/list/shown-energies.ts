import type { CustomerSettings } from '#domains/retailer/settings/join-settings.ts'
import { type Energy, energies } from '#vocabulary/energies.ts'

/** Returns the kinds of contract that the retailer shows, in the order of its settings. */
export function listOfferedEnergies({ features }: Pick<CustomerSettings, 'features'>): Energy[] {
  return features.displayTypes.flatMap((type) => energies.filter((energy) => energy === type))
}

/**
 * Returns the kinds that have a tab: those offered of which the customer has any, and the current one, so that a
 * household without gas sees no empty tab for it.
 */
export function listShownEnergies(
  offered: readonly Energy[],
  counts: ReadonlyMap<Energy, number>,
  present: Energy,
): Energy[] {
  return offered.filter((energy) => counts.get(energy) || energy === present)
}
