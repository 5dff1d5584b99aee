import { useEffect, useEffectEvent } from 'react'
import { type OutageCode, outageOf } from '../outage.ts'
import { isRefused } from '../refusal.ts'
import { useBoot } from './portal.ts'

const usualWaitSeconds = 10
const offlineWaitSeconds = 3
// Everybody who was turned away would otherwise come back at once.
const spreadSeconds = 3

/**
 * Tries again what failed because nobody is answered at present: after the time that the server asks for, or as soon as the
 * connection is back or the portal open again. @returns why nobody is answered; undefined for a failure that does not pass.
 */
export function useRetryByItself(failure: unknown, retry: (() => void) | undefined): OutageCode | undefined {
  const { outage } = useBoot()
  const kind = outageOf(failure)
  const isWaited = outage !== undefined
  const again = useEffectEvent(() => retry?.())
  useEffect(() => {
    if (!kind || isWaited) return
    const timer = setTimeout(again, waitSeconds(failure, kind) * 1000)
    return () => clearTimeout(timer)
  }, [failure, kind, isWaited])
  return kind
}

function waitSeconds(failure: unknown, kind: OutageCode): number {
  if (kind === 'offline') return offlineWaitSeconds
  return retrySecondsOf(failure) + Math.random() * spreadSeconds
}

/** After how many seconds a server asks to be asked again, or else a usual time. */
function retrySecondsOf(failure: unknown): number {
  return (isRefused(failure) && failure.retryAfterSeconds) || usualWaitSeconds
}
