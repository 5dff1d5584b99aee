import { changesQuery } from '#domains/changes/web/queries.ts'
import { loadConsumption } from '#domains/consumption/web/load-consumption.ts'
import { loadReturnedDebits } from '#domains/debit-returns/web/queries.ts'
import { ownDutiesQuery } from '#domains/duties/web/queries.ts'
import { customerSettingsOf } from '#domains/retailer/web/settings.ts'
import { loadPendingSignatures } from '#domains/signatures/web/load-signature.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { energyOfPath } from '../list/list-address.ts'
import { listOfferedEnergies } from '../list/shown-energies.ts'
import type { ContractModel } from '../parse-contract.ts'
import { agreedDatesQuery, type ContractPage, contractQuery, contractsKey, countsQuery } from '../queries.ts'

/** Prefetches a contract with its consumption for its page, and whether there are others to switch to. */
export async function loadContract(context: LoadContext) {
  const energy = energyOfPath(context.path)
  const { send, params, boot, prefetch, cached } = context
  const offered = listOfferedEnergies(customerSettingsOf(boot))
  const contract = prefetch(contractQuery(send, energy, params.contractName!))
  // Whoever comes from the list does not wait for what it knows already.
  const listed = findListedContract(cached<Partial<ContractPage>>([...contractsKey, energy]), params.contractName!)
  await Promise.all([
    contract,
    (listed ? Promise.resolve(listed) : contract).then((present) => loadConsumption(context, present)),
    // The contract is worth showing without them.
    prefetch(changesQuery(send, params.contractName!)).catch(() => undefined),
    prefetch(countsQuery(send, offered)),
    loadPendingSignatures(context),
    prefetch(ownDutiesQuery(send, params.contractName!)).catch(() => undefined),
    boot.hasUpstream ? undefined : prefetch(agreedDatesQuery(send, params.contractName!)).catch(() => undefined),
    loadReturnedDebits(context),
  ])
}

function findListedContract(pages: readonly Partial<ContractPage>[], name: string): ContractModel | undefined {
  return pages.flatMap(({ items = [] }) => items).find((contract) => contract.name === name)
}
