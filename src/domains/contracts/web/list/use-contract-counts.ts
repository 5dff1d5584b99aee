import { useSuspenseQuery } from '@tanstack/react-query'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { countsQuery } from '../queries.ts'
import { listOfferedEnergies, listShownEnergies } from './shown-energies.ts'

/** Returns the kinds of contract to show, with the customer's count of each; the current one is always included. */
export function useContractCounts(present: Energy): { energy: Energy; count: number }[] {
  const send = useSend()
  const offered = listOfferedEnergies(useCustomerSettings())
  const { data: pages } = useSuspenseQuery(countsQuery(send, offered))
  const counts = new Map(offered.map((energy, index) => [energy, pages[index]!.total]))
  return listShownEnergies(offered, counts, present).map((energy) => ({ energy, count: counts.get(energy) ?? 0 }))
}
