import { customerSettingsOf } from '#domains/operator/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { energyOfPath, readView } from './list-address.ts'
import { contractPageQuery, countQuery } from './queries.ts'
import { offeredEnergies } from './shown-energies.ts'

/** Fetches what a list of contracts shows first: its page, and how many there are of each kind. */
export async function loadContracts({ path, send, search, boot, prefetch }: LoadContext) {
  const energy = energyOfPath(path)
  const settings = customerSettingsOf(boot)
  const view = readView(search, settings.contracts.itemsPerPage)
  await Promise.all([
    prefetch(contractPageQuery(send, energy, view)),
    ...offeredEnergies(settings).map((offered) => prefetch(countQuery(send, offered))),
  ])
}
