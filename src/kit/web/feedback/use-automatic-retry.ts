import { useEffect, useEffectEvent } from 'react'
import { type OutageCode, outageOf } from '#kit/outage.ts'
import { isRefused } from '#kit/refusal.ts'
import { useBoot } from '../portal.ts'

const usualWaitSeconds = 10
const offlineWaitSeconds = 3
// Spreads the retries, because all rejected clients would otherwise return at once.
const spreadSeconds = 3

/**
 * Retries an action that failed because of an outage: after the time that the server requests, or as soon as the
 * connection is back or the maintenance has ended. @returns the current outage; undefined for a permanent failure.
 */
export function useAutomaticRetry(failure: unknown, retry: (() => void) | undefined): OutageCode | undefined {
  const { outage } = useBoot()
  const kind = outageOf(failure)
  const isOutageShown = outage !== undefined
  const retryNow = useEffectEvent(() => retry?.())
  useEffect(() => {
    if (!kind || isOutageShown) return
    const timer = setTimeout(retryNow, waitSeconds(failure, kind) * 1000)
    return () => clearTimeout(timer)
  }, [failure, kind, isOutageShown])
  return kind
}

function waitSeconds(failure: unknown, kind: OutageCode): number {
  if (kind === 'offline') return offlineWaitSeconds
  return retrySecondsOf(failure) + Math.random() * spreadSeconds
}

/** Returns after how many seconds the server asks for a retry, or else a default. */
function retrySecondsOf(failure: unknown): number {
  return (isRefused(failure) && failure.retryAfterSeconds) || usualWaitSeconds
}
