import { customerSettingsOf } from '#domains/retailer/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { findChoiceRedirect } from '../changes/titled-actions.ts'
import { contractPageQuery, countsQuery } from '../queries.ts'
import { energyOfPath, parseListView } from './list-address.ts'
import { listOfferedEnergies } from './shown-energies.ts'

/**
 * Prefetches what a list of contracts shows first: its page, and the count of each kind. Redirects to the only contract
 * where one is to be chosen.
 */
export async function loadContracts({ path, send, search, boot, prefetch, goTo }: LoadContext) {
  const energy = energyOfPath(path)
  const settings = customerSettingsOf(boot)
  const view = parseListView(search, settings.contracts.itemsPerPage)
  const offered = listOfferedEnergies(settings)
  const [counts] = await Promise.all([
    prefetch(countsQuery(send, offered)),
    prefetch(contractPageQuery(send, energy, view)),
  ])
  const energyCounts = counts.map(({ total, items: [first] }, index) => ({ energy: offered[index]!, total, first }))
  const redirect = findChoiceRedirect(energy, view, energyCounts)
  if (redirect) goTo(redirect)
}
