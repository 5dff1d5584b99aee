import { customerSettingsOf } from '#domains/operator/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { insteadOfChoosing } from './chosen-for.ts'
import { energyOfPath, readView } from './list-address.ts'
import { contractPageQuery, countQuery } from './queries.ts'
import { offeredEnergies } from './shown-energies.ts'

/**
 * Fetches what a list of contracts shows first: its page, and how many there are of each kind. Where one is to be chosen and
 * there is only one, that one is shown.
 */
export async function loadContracts({ path, send, search, boot, prefetch, goTo }: LoadContext) {
  const energy = energyOfPath(path)
  const settings = customerSettingsOf(boot)
  const view = readView(search, settings.contracts.itemsPerPage)
  const offered = offeredEnergies(settings)
  const [counts] = await Promise.all([
    Promise.all(offered.map((each) => prefetch(countQuery(send, each)))),
    prefetch(contractPageQuery(send, energy, view)),
  ])
  const held = counts.map(({ total, items: [first] }, place) => ({ energy: offered[place]!, total, first }))
  const instead = insteadOfChoosing(energy, view, held)
  if (instead) goTo(instead)
}
