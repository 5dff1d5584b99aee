import { useQuery } from '@tanstack/react-query'
import type { Contract } from '#domains/contracts/api.ts'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { type FirstContracts, findActiveContract, isBeyondFirst } from './find-active-contract.ts'
import { firstOfEnergyQuery } from './queries.ts'

/** Returns the contract of an energy that the home page tells of, which many other contracts may come before. */
export function useActiveContract(contracts: FirstContracts, energy: Energy): Contract | undefined {
  const { displayTypes } = useCustomerSettings().features
  const { data } = useQuery({
    ...firstOfEnergyQuery(useSend(), energy),
    enabled: displayTypes.includes(energy) && isBeyondFirst(contracts, energy),
  })
  return findActiveContract(contracts.items, energy) ?? findActiveContract(data?.items ?? [], energy)
}
