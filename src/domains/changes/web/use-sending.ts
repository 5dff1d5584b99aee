import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type FieldErrors, freshAuthenticationRequired, isRefused } from '#kit/refusal.ts'
import { type RefusedFields, refusedFields, withCodes } from '#kit/refused-fields.ts'
import { toldErrors } from '#kit/told-errors.ts'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { useSeenVersion } from '#kit/web/use-seen-version.ts'

type Outcome = { refused?: RefusedFields; thrown?: unknown }

/**
 * Sends a change: whether it is under way, what the server said of which field, and, where it said nothing of fields, why it
 * was not done in words. `failed` is the sentence for what is nobody's fault but ours. What is changed is sent in sight of
 * its `version`; where another has been faster, `current` is what stands now. `domain` is whose texts explain the fields.
 */
export function useSending(failed: string, version: string | undefined, domain: 'changes' | 'correspondence') {
  const ofApp = useTranslations('app.refusals')
  const ofChanges = useTranslations('changes.refusals')
  const outageText = useOutageText()
  const fieldErrorsOf = useFieldErrors(domain)
  const [isSending, setSending] = useState(false)
  const seen = useSeenVersion(version)
  const [{ refused, thrown: failure }, setOutcome] = useState<Outcome>({})

  function wordsFor(thrown: unknown): string {
    const code = isRefused(thrown) ? thrown.code : undefined
    if (code === 'token_readonly' || code === freshAuthenticationRequired) return ofApp(code)
    if (code === 'contract_not_active' || code === 'change_not_offered') return ofChanges(code)
    return outageText(thrown) ?? failed
  }

  /** @returns whether it was done, or something is wrong with fields, or it failed otherwise. */
  async function send(act: (version: string | undefined) => Promise<unknown>): Promise<'done' | 'fields' | 'failed'> {
    setSending(true)
    setOutcome({})
    try {
      const told = toldErrors(await act(seen.version))
      if (told) setOutcome({ refused: withCodes(told) })
      return told ? 'fields' : 'done'
    } catch (thrown) {
      if (seen.note(thrown)) return 'failed'
      const refused = refusedFields(thrown)
      setOutcome(refused ? { refused } : { thrown })
      return refused ? 'fields' : 'failed'
    } finally {
      setSending(false)
    }
  }

  const told = failure === undefined ? undefined : wordsFor(failure)
  const fields = refused && fieldErrorsOf(refused)
  return { isSending, fields, failure: told, current: seen.current, send }
}

/** What was said of any field, for what has only one. */
export function allTold(fields: FieldErrors): string {
  return Object.values(fields).flat().join(' ')
}
