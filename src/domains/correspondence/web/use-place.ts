import { useQuery, useQueryClient } from '@tanstack/react-query'
import { provinceQuery, townsQuery } from '#domains/geo/web/queries.ts'
import { useSend } from '#kit/web/portal.ts'
import { isPostcode } from '#vocabulary/postcode.ts'
import type { AddressDraft, Place } from './address-draft.ts'
import { useSettled } from './use-settled.ts'

/** How long typing pauses before a postcode is looked up. */
const pauseMs = 700

type Town = { city: string; ine: string }

/** Where the postcode of a draft is, looked up when typing pauses: its towns, the one that is meant, and its province. */
export function usePlace({ dp, ine }: Pick<AddressDraft, 'dp' | 'ine'>) {
  const send = useSend()
  const queryClient = useQueryClient()
  const postcode = useSettled(dp.trim(), pauseMs)
  const isLookedUp = isPostcode(postcode) && postcode === dp.trim()
  const towns = useQuery({ ...townsQuery(send, postcode), enabled: isLookedUp })
  const town = isLookedUp ? townOf(towns.data, ine) : undefined
  const province = useQuery({ ...provinceQuery(send, town?.ine ?? ''), enabled: town !== undefined })

  /** The place at once, for whoever does not pause; null when no town is known or chosen. @throws when it cannot be read. */
  async function find(): Promise<{ place: Place | null; isChoice: boolean }> {
    if (!isPostcode(dp.trim())) return { place: null, isChoice: false }
    const known = await queryClient.fetchQuery(townsQuery(send, dp.trim()))
    const meant = townOf(known, ine)
    if (!meant) return { place: null, isChoice: known.length > 1 }
    const { id, name } = await queryClient.fetchQuery(provinceQuery(send, meant.ine))
    return { place: { ...meant, state: id, province: name }, isChoice: known.length > 1 }
  }

  return {
    towns: isLookedUp ? towns.data : undefined,
    town,
    province: province.data?.name,
    isLooking: isLookedUp && (towns.isLoading || province.isLoading),
    hasFailed: isLookedUp && (towns.isError || province.isError),
    lookAgain: () => void (towns.isError ? towns.refetch() : province.refetch()),
    find,
  }
}

/** The only town of a postcode, or the one that was chosen of several. */
function townOf(towns: readonly Town[] | undefined, chosen: string): Town | undefined {
  return towns?.length === 1 ? towns[0] : towns?.find((town) => town.ine === chosen)
}
