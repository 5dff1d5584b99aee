import { useSuspenseQueries } from '@tanstack/react-query'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Energy } from '../rules.ts'
import { countQuery } from './queries.ts'
import { offeredEnergies, shownEnergies } from './shown-energies.ts'

/** The kinds of contract to show, with how many the customer has of each; the present one is always among them. */
export function useContractCounts(present: Energy): { energy: Energy; count: number }[] {
  const send = useSend()
  const offered = offeredEnergies(useCustomerSettings())
  const counted = useSuspenseQueries({ queries: offered.map((energy) => countQuery(send, energy)) })
  const counts = new Map(offered.map((energy, place) => [energy, counted[place]!.data.total]))
  return shownEnergies(offered, counts, present).map((energy) => ({ energy, count: counts.get(energy) ?? 0 }))
}
