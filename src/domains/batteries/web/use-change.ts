import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { useSeenVersion } from '#kit/web/use-seen-version.ts'
import { batteriesKey } from './queries.ts'
import type { ReadShare } from './read-share.ts'

/**
 * Makes a change of a share in sight of its version and reads again what it has made stale. Tells while it is on its way, and why it was refused until it is
 * tried again.
 */
export function useChange(share: ReadShare) {
  const queryClient = useQueryClient()
  const textOf = useFailureText()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const seen = useSeenVersion(share.version)

  /** Answers whether the change is made. */
  async function make(change: (version: string | undefined) => Promise<unknown>): Promise<boolean> {
    setSending(true)
    setFailure(null)
    try {
      await change(seen.version)
      await readAgain()
      return true
    } catch (thrown) {
      if (!seen.note(thrown)) setFailure(thrown)
      return false
    } finally {
      setSending(false)
    }
  }

  async function readAgain() {
    // Contracts tell their shares, and what was asked for is told with each contract.
    const stale = [batteriesKey, ['contracts'], ['changes']]
    await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }

  return { make, isSending, failure: failure === null ? null : textOf(failure), current: seen.current, readAgain }
}

const ownCodes = [
  'contract_not_active',
  'battery_not_active',
  'origin_battery',
  'self_consumption',
  'battery_already_shared',
  'battery_over_whole',
] as const

function useFailureText() {
  const t = useTranslations('batteries')
  const ofApp = useTranslations('app.refusals')
  const outageText = useOutageText()
  return (thrown: unknown): string => {
    const code = isRefused(thrown) ? thrown.code : null
    const outage = outageText(thrown)
    if (outage) return outage
    if (code === 'token_readonly') return ofApp(code)
    const own = ownCodes.find((each) => each === code)
    return own ? t(`refusals.${own}`) : t('failed')
  }
}
