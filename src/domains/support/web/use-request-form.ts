import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '#kit/failure-code.ts'
import { type RefusedFields, refusedFields } from '#kit/refused-fields.ts'
import type { FieldProblem } from '#kit/web/error-summary.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { draftOwner, useDraft } from '#kit/web/use-draft.ts'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { useOutageText } from '#kit/web/use-outage-text.ts'

/** What is wrong with a field, in words. */
export type Problems = Record<string, string>

type RequestForm<Values, Done> = {
  name: string
  empty: Values
  check: (values: Values) => Problems
  send: (values: Values) => Promise<Done>
}

/**
 * A form that is written to the retailer with: what is typed outlives errors and languages, problems stand at their fields, and
 * what was sent is told. Its fields are called like those of the wire.
 */
export function useRequestForm<Values extends object, Done>({ name, empty, check, send }: RequestForm<Values, Done>) {
  const t = useTranslations('support')
  const outageText = useOutageText()
  const fieldErrorsOf = useFieldErrors('support')
  const { signedIn } = useBoot()
  // Somebody else who signs in in the same tab finds nothing of it.
  const { values, change, forget } = useDraft(`${name}:${draftOwner(signedIn)}`, empty)
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
      forget()
    } catch (thrown) {
      const fields = refusedFields(thrown)
      if (fields) setRefused(fields)
      else setFailure(thrown)
    } finally {
      setSending(false)
    }
  }

  function textOf(thrown: unknown): string {
    return outageText(thrown) ?? told(codeOf(thrown))
  }

  function told(code: string): string {
    if (code === 'too_many_attempts') return t('form.tooMany')
    const known = toldRefusals.find((refusal) => refusal === code)
    return known ? t(`refusals.${known}`) : t('form.failed')
  }

  // Told anew from what was checked: in the language of the page, also once it has changed.
  const sentences = Object.entries(fieldErrorsOf(refused)).map(([field, [first]]) => [field, first!])
  const problems: Problems = { ...(checked && check(checked)), ...Object.fromEntries(sentences) }

  return {
    values,
    change,
    set: (changed: Partial<Values>) => change((before) => ({ ...before, ...changed })),
    submit,
    problems,
    summary: Object.entries(problems).map(([field, message]): FieldProblem => ({ fieldId: fieldId(field), message })),
    failure: failure === null ? null : textOf(failure),
    attempt,
    isSending,
    done,
    again: () => setDone(null),
  }
}

/** The id of the control of a field, to which the summary of errors leads. */
export function fieldId(field: string): string {
  return `request-${field.replaceAll('.', '-')}`
}

const toldRefusals = ['contact_closed', 'case_closed'] as const
