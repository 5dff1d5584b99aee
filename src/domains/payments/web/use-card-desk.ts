import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { reloadPage } from '#kit/web/reload-page.ts'
import { storeInterrupted } from './interrupted-payment.ts'
import type { PayingItem } from './paying-item.ts'
import { type CardDesk, cardDeskQuery, policyTooStrict } from './queries.ts'

/** What cards are taken with, as far as it is known yet; null where that is not possible. */
export type CardDeskStatus = {
  data: CardDesk | null | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/**
 * What cards are taken with. Where the policy of the page keeps the provider out, the page is loaded anew, once, and the
 * payment opens again there.
 */
export function useCardDesk({ item, isReloaded }: { item: PayingItem; isReloaded: boolean }): CardDeskStatus {
  const { data, error, isFetching, refetch } = useQuery(cardDeskQuery(useSend(), useBoot()))
  const isKeptOut = data === policyTooStrict
  const reload = useEffectEvent(() => {
    storeInterrupted(item)
    reloadPage()
  })
  useEffect(() => {
    if (isKeptOut && !isReloaded) reload()
  }, [isKeptOut, isReloaded])
  const status = { error, isFetching, refetch }
  if (data !== policyTooStrict) return { data, ...status }
  return { data: isReloaded ? null : undefined, ...status }
}
