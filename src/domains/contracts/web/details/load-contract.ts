import { changesQuery } from '#domains/changes/web/queries.ts'
import { loadConsumption } from '#domains/consumption/web/load-consumption.ts'
import { loadReturnedDebits } from '#domains/debit-returns/web/queries.ts'
import { customerSettingsOf } from '#domains/retailer/web/settings.ts'
import { loadPendingSignatures } from '#domains/signatures/web/load-signature.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { energyOfPath } from '../list/list-address.ts'
import { listOfferedEnergies } from '../list/shown-energies.ts'
import { contractQuery, countQuery, ownCompensationsQuery } from '../queries.ts'

/** Prefetches a contract with its consumption for its page, and whether there are others to switch to. */
export async function loadContract(context: LoadContext) {
  const energy = energyOfPath(context.path)
  const { send, params, boot, prefetch } = context
  const offered = listOfferedEnergies(customerSettingsOf(boot))
  await Promise.all([
    prefetch(contractQuery(send, energy, params.contractName!)).then((contract) => loadConsumption(context, contract)),
    // The contract is worth showing without them.
    prefetch(changesQuery(send, params.contractName!)).catch(() => undefined),
    ...offered.map((each) => prefetch(countQuery(send, each))),
    loadPendingSignatures(context),
    prefetch(ownCompensationsQuery(send, params.contractName!)).catch(() => undefined),
    loadReturnedDebits(context),
  ])
}
