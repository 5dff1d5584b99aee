import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '#kit/failure-code.ts'
import { isRefused } from '#kit/refusal.ts'
import type { FieldProblem } from '#kit/web/error-summary.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { draftOwner, useDraft } from '#kit/web/use-draft.ts'
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
  const { signedIn } = useBoot()
  // Somebody else who signs in in the same tab finds nothing of it.
  const { values, change, forget } = useDraft(`${name}:${draftOwner(signedIn)}`, empty)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)
  const [done, setDone] = useState<Done | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const found = check(values)
    setProblems(found)
    setFailure(null)
    setAttempt(attempt + 1)
    if (Object.keys(found).length > 0) return
    setSending(true)
    try {
      setDone(await send(values))
      forget()
    } catch (thrown) {
      const fields = isRefused(thrown) ? thrown.fields : undefined
      if (fields) setProblems(Object.fromEntries(Object.entries(fields).map(([field, [first]]) => [field, first!])))
      else setFailure(outageText(thrown) ?? told(codeOf(thrown)))
    } finally {
      setSending(false)
    }
  }

  function told(code: string): string {
    if (code === 'too_many_attempts') return t('form.tooMany')
    const known = toldRefusals.find((refusal) => refusal === code)
    return known ? t(`refusals.${known}`) : t('form.failed')
  }

  return {
    values,
    change,
    set: (changed: Partial<Values>) => change((before) => ({ ...before, ...changed })),
    submit,
    problems,
    summary: Object.entries(problems).map(([field, message]): FieldProblem => ({ fieldId: fieldId(field), message })),
    failure,
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
