import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type FieldErrors, freshAuthenticationRequired, isRefused } from '#kit/refusal.ts'
import { addCodes, type RefusedFields, refusedFieldsOf } from '#kit/refused-fields.ts'
import { readReplyErrors } from '#kit/reply-errors.ts'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { useEditVersion } from '#kit/web/form/use-edit-version.ts'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'

type SubmissionOutcome = { refused?: RefusedFields; thrown?: unknown }

/**
 * Sends a change and returns whether it is in progress, the server's field errors, and for any other failure its
 * message. `failed` is the message for an error on our side. The change is sent with the `version` it is based on;
 * after a conflict, `current` is the new value. `domain` selects the texts for field errors.
 */
export function useChangeSubmission(failed: string, version: string | undefined, domain: 'changes' | 'correspondence') {
  const tApp = useTranslations('app.refusals')
  const tChanges = useTranslations('changes.refusals')
  const outageText = useOutageText()
  const fieldErrorsOf = useFieldErrors(domain)
  const [isSending, setSending] = useState(false)
  const seen = useEditVersion(version)
  const [{ refused, thrown: failure }, setOutcome] = useState<SubmissionOutcome>({})

  function messageFor(thrown: unknown): string {
    const code = isRefused(thrown) ? thrown.code : undefined
    if (code === 'token_readonly' || code === freshAuthenticationRequired) return tApp(code)
    if (code === 'contract_not_active' || code === 'change_not_offered') return tChanges(code)
    return outageText(thrown) ?? failed
  }

  /** @returns whether it succeeded, has field errors, or failed otherwise. */
  async function send(
    sendRequest: (version: string | undefined) => Promise<unknown>,
  ): Promise<'done' | 'fields' | 'failed'> {
    setSending(true)
    setOutcome({})
    try {
      const reported = readReplyErrors(await sendRequest(seen.version))
      if (reported) setOutcome({ refused: addCodes(reported) })
      return reported ? 'fields' : 'done'
    } catch (thrown) {
      if (seen.noteConflict(thrown)) return 'failed'
      const refused = refusedFieldsOf(thrown)
      setOutcome(refused ? { refused } : { thrown })
      return refused ? 'fields' : 'failed'
    } finally {
      setSending(false)
    }
  }

  const reported = failure === undefined ? undefined : messageFor(failure)
  const fields = refused && fieldErrorsOf(refused)
  return { isSending, fields, failure: reported, current: seen.current, send }
}

/** Joins the errors of all fields, for a form with a single field. */
export function joinMessages(fields: FieldErrors): string {
  return Object.values(fields).flat().join(' ')
}
