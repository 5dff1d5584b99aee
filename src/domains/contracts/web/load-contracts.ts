import { changesQuery } from '#domains/changes/web/queries.ts'
import { loadConsumption } from '#domains/consumption/web/load-consumption.ts'
import { customerSettingsOf } from '#domains/operator/web/settings.ts'
import { loadPendingSignatures } from '#domains/signatures/web/load-signature.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { energyOfPath, readView } from './list-address.ts'
import { contractPageQuery, contractQuery, countQuery } from './queries.ts'
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

/** Fetches a contract for its page with its consumption, and whether there are others to change to. */
export async function loadContract(context: LoadContext) {
  const energy = energyOfPath(context.path)
  const { send, params, boot, prefetch } = context
  const offered = offeredEnergies(customerSettingsOf(boot))
  await Promise.all([
    prefetch(contractQuery(send, energy, params.contractName!)).then(({ id, tariff }) =>
      loadConsumption(context, { contractId: id, tariff }),
    ),
    // Without them the contract is still worth showing.
    prefetch(changesQuery(send, params.contractName!)).catch(() => undefined),
    ...offered.map((each) => prefetch(countQuery(send, each))),
    loadPendingSignatures(context),
  ])
}
