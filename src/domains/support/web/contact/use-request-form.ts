import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { type RefusedFields, refusedFieldsOf } from '#kit/refused-fields.ts'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import type { FieldProblem } from '#kit/web/form/error-summary.tsx'
import { draftOwnerOf, useDraft } from '#kit/web/form/use-draft.ts'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import { useBoot } from '#kit/web/portal.ts'

/** The message of each field with a problem. */
export type RequestFieldMessages = Record<string, string>

type RequestFormOptions<Values, Done> = {
  name: string
  empty: Values
  check: (values: Values) => RequestFieldMessages
  send: (values: Values) => Promise<Done>
}

/**
 * Manages a form for the retailer: the draft survives errors and changes of language, problems are shown at their
 * fields, and success is confirmed. Its fields have the names of the API.
 */
export function useRequestForm<Values extends object, Done>(options: RequestFormOptions<Values, Done>) {
  const { name, empty, check, send } = options
  const textOf = useFailureText()
  const fieldErrorsOf = useFieldErrors('support')
  const { signedIn } = useBoot()
  // Another user who signs in in the same tab does not see the draft.
  const { values, change, forget: discardDraft } = useDraft(`${name}:${draftOwnerOf(signedIn)}`, empty)
  const [checked, setChecked] = useState<Values | null>(null)
  const [refused, setRefused] = useState<RefusedFields>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)
  const [done, setDone] = useState<Done | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setChecked(values)
    setRefused({})
    setFailure(null)
    setAttempt(attempt + 1)
    if (Object.keys(check(values)).length > 0) return
    setSending(true)
    try {
      setDone(await send(values))
      discardDraft()
    } catch (thrown) {
      const fields = refusedFieldsOf(thrown)
      if (fields) setRefused(fields)
      else setFailure(thrown)
    } finally {
      setSending(false)
    }
  }

  // Derived again on every render from what was checked, so that the messages follow the language of the page.
  const sentences = Object.entries(fieldErrorsOf(refused)).map(([field, [first]]) => [field, first!])
  const problems: RequestFieldMessages = { ...(checked && check(checked)), ...Object.fromEntries(sentences) }

  return {
    values,
    change,
    set: (changed: Partial<Values>) => change((before) => ({ ...before, ...changed })),
    submit,
    problems,
    summary: Object.entries(problems).map(
      ([field, message]): FieldProblem => ({ fieldId: requestFieldId(field), message }),
    ),
    failure: failure === null ? null : textOf(failure),
    attempt,
    isSending,
    done,
    reset: () => setDone(null),
  }
}

/** Returns the id of the control of a field, which the error summary links to. */
export function requestFieldId(field: string): string {
  return `request-${field.replaceAll('.', '-')}`
}

const knownRefusals = ['contact_closed', 'case_closed', 'nothing_missing'] as const

/** The state of a form, and what can be done with it. */
export type RequestFormState<Values extends object, Done> = ReturnType<typeof useRequestForm<Values, Done>>

function useFailureText(): (thrown: unknown) => string {
  const t = useTranslations('support')
  const outageText = useOutageText()
  return (thrown) => outageText(thrown) ?? refusalText(failureCodeOf(thrown))

  function refusalText(code: string): string {
    if (code === 'too_many_attempts') return t('form.tooMany')
    const knownRefusal = knownRefusals.find((refusal) => refusal === code)
    return knownRefusal ? t(`refusals.${knownRefusal}`) : t('form.failed')
  }
}
