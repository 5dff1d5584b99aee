import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { useEditVersion } from '#kit/web/form/use-edit-version.ts'
import type { ShareModel } from './parse-share.ts'
import { batteriesKey } from './queries.ts'

/**
 * Returns a function that changes a share with its version and refetches what the change makes stale. Also returns
 * whether the change is pending, and why it was refused until it is retried.
 */
export function useShareChange(share: ShareModel) {
  const queryClient = useQueryClient()
  const textOf = useFailureText()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const seen = useEditVersion(share.version)

  /** Returns whether the change was made. */
  async function make(change: (version: string | undefined) => Promise<unknown>): Promise<boolean> {
    setSending(true)
    setFailure(null)
    try {
      await change(seen.version)
      await readAgain()
      return true
    } catch (thrown) {
      if (!seen.noteConflict(thrown)) setFailure(thrown)
      return false
    } finally {
      setSending(false)
    }
  }

  async function readAgain() {
    // Contracts include their shares and their requested changes.
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
  const tApp = useTranslations('app.refusals')
  const outageText = useOutageText()
  return (thrown: unknown): string => {
    const code = isRefused(thrown) ? thrown.code : null
    const outage = outageText(thrown)
    if (outage) return outage
    if (code === 'token_readonly') return tApp(code)
    const own = ownCodes.find((each) => each === code)
    return own ? t(`refusals.${own}`) : t('failed')
  }
}
