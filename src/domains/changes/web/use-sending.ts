import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type FieldErrors, freshAuthenticationRequired, isRefused } from '#kit/refusal.ts'
import { toldErrors } from '#kit/told-errors.ts'

type Outcome = { fields?: FieldErrors; failure?: string }

/**
 * Sends a change: whether it is under way, what the server said of which field, and, where it said nothing of fields, why it
 * was not done in words. `failed` is the sentence for what is nobody's fault but ours.
 */
export function useSending(failed: string) {
  const ofApp = useTranslations('app.refusals')
  const ofChanges = useTranslations('changes.refusals')
  const [isSending, setSending] = useState(false)
  const [{ fields, failure }, setOutcome] = useState<Outcome>({})

  function wordsFor(thrown: unknown): string {
    const code = isRefused(thrown) ? thrown.code : undefined
    if (code === 'token_readonly' || code === freshAuthenticationRequired) return ofApp(code)
    if (code === 'contract_not_active' || code === 'change_not_offered') return ofChanges(code)
    return failed
  }

  /** @returns whether it was done, or something is wrong with fields, or it failed otherwise. */
  async function send(act: () => Promise<unknown>): Promise<'done' | 'fields' | 'failed'> {
    setSending(true)
    setOutcome({})
    try {
      const told = toldErrors(await act())
      if (told) setOutcome({ fields: told })
      return told ? 'fields' : 'done'
    } catch (thrown) {
      const fields = isRefused(thrown) ? thrown.fields : undefined
      setOutcome(fields ? { fields } : { failure: wordsFor(thrown) })
      return fields ? 'fields' : 'failed'
    } finally {
      setSending(false)
    }
  }

  return { isSending, fields, failure, send }
}

/** What was said of any field, for what has only one. */
export function allTold(fields: FieldErrors): string {
  return Object.values(fields).flat().join(' ')
}
