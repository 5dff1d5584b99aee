import { useQuery, useQueryClient } from '@tanstack/react-query'
import { provinceQuery, townsQuery } from '#domains/geo/web/queries.ts'
import { useSend } from '#kit/web/portal.ts'
import { isPostcode } from '#vocabulary/postcode.ts'
import type { AddressDraft, PostcodeLocation } from './address-draft.ts'
import { useDebouncedValue } from './use-debounced-value.ts'

/** The pause in typing after which a postcode is looked up, in milliseconds. */
const debounceMs = 700

type Town = { city: string; ine: string }

/** Looks up the postcode of a draft when typing pauses: its towns, the selected one and its province. */
export function usePostcodeLookup({ dp, ine }: Pick<AddressDraft, 'dp' | 'ine'>) {
  const send = useSend()
  const queryClient = useQueryClient()
  const postcode = useDebouncedValue(dp.trim(), debounceMs)
  const isLookedUp = isPostcode(postcode) && postcode === dp.trim()
  const towns = useQuery({ ...townsQuery(send, postcode), enabled: isLookedUp })
  const town = isLookedUp ? selectTown(towns.data, ine) : undefined
  const province = useQuery({ ...provinceQuery(send, town?.ine ?? ''), enabled: town !== undefined })

  /**
   * Looks the location up at once, for users who do not pause. Returns null when no town is known or chosen. @throws
   * when the lookup fails.
   */
  async function lookUpNow(): Promise<{ location: PostcodeLocation | null; isChoice: boolean }> {
    if (!isPostcode(dp.trim())) return { location: null, isChoice: false }
    const matchingTowns = await queryClient.fetchQuery(townsQuery(send, dp.trim()))
    const selectedTown = selectTown(matchingTowns, ine)
    if (!selectedTown) return { location: null, isChoice: matchingTowns.length > 1 }
    const { id, name } = await queryClient.fetchQuery(provinceQuery(send, selectedTown.ine))
    return { location: { ...selectedTown, state: id, province: name }, isChoice: matchingTowns.length > 1 }
  }

  return {
    towns: isLookedUp ? towns.data : undefined,
    town,
    province: province.data?.name,
    isLooking: isLookedUp && (towns.isLoading || province.isLoading),
    hasFailed: isLookedUp && (towns.isError || province.isError),
    retry: () => void (towns.isError ? towns.refetch() : province.refetch()),
    find: lookUpNow,
  }
}

/** Returns the only town of a postcode, or the one chosen among several. */
function selectTown(towns: readonly Town[] | undefined, chosen: string): Town | undefined {
  return towns?.length === 1 ? towns[0] : towns?.find((town) => town.ine === chosen)
}
