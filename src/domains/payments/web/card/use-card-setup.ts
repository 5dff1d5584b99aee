import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { storeInterrupted } from '../interrupted/interrupted-payment.ts'
import type { PayableItem } from '../payable-item.ts'
import { type CardSetup, cardSetupQuery, policyTooStrict } from '../queries.ts'

/** The state of the card setup; null if cards cannot be taken. */
export type CardSetupState = {
  data: CardSetup | null | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/**
 * Returns the card setup. If the content security policy of the page blocks the provider, the page is reloaded once,
 * and the payment reopens there.
 */
export function useCardSetup({ item, isReloaded }: { item: PayableItem; isReloaded: boolean }): CardSetupState {
  const { data, error, isFetching, refetch } = useQuery(cardSetupQuery(useSend(), useBoot()))
  const isBlocked = data === policyTooStrict
  const reload = useEffectEvent(() => {
    storeInterrupted(item)
    reloadPage()
  })
  useEffect(() => {
    if (isBlocked && !isReloaded) reload()
  }, [isBlocked, isReloaded])
  const status = { error, isFetching, refetch }
  if (data !== policyTooStrict) return { data, ...status }
  return { data: isReloaded ? null : undefined, ...status }
}
