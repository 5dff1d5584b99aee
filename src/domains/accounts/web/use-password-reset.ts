import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { commonCodeOf } from '#kit/outage.ts'
import { type RefusedFields, refusedFieldsOf } from '#kit/refused-fields.ts'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import type { SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { resetProblemCodes } from '../rules.ts'

/** The fields of the form for a forgotten password. */
export const resetFields = ['nif', 'email'] as const
type ResetMessages = Partial<Record<(typeof resetFields)[number], string>>

/** Holds what is typed for a forgotten password, sends it, and describes what is wrong with it. */
export function usePasswordReset(onSent: () => void) {
  const t = useTranslations('accounts')
  const tApp = useTranslations('app.refusals')
  const fieldErrorsOf = useFieldErrors('accounts')
  const send = useSend()
  const { failed = '' } = useSearch({ strict: false }) as SearchParams
  const [values, setValues] = useState({ nif: '', email: '' })
  const [codes, setCodes] = useState<readonly string[]>(() => failed.split(','))
  const [refused, setRefused] = useState<RefusedFields>({})
  const [failure, setFailure] = useState<string | null>(() => (refusalMessage(failed) ? failed : null))
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setFailure(null)
    setAttempt(attempt + 1)
    try {
      const { sendPasswordReset } = await import('./send-password-reset.ts')
      const newCodes = await sendPasswordReset(send, values)
      setCodes(newCodes)
      setRefused({})
      if (newCodes.length === 0) onSent()
    } catch (thrown) {
      const messages = refusedFieldsOf(thrown) ?? {}
      setCodes([])
      setRefused(messages)
      if (!messages.nif && !messages.email) setFailure(failureCodeOf(thrown))
    } finally {
      setSending(false)
    }
  }

  function problemsOf(codes: readonly string[]): ResetMessages {
    const newCodes = resetProblemCodes.filter((code) => codes.includes(code))
    const messages = (field: string) => newCodes.find((code) => code.startsWith(field))
    const [nif, email] = resetFields.map(messages)
    return { nif: nif && t(`fieldErrors.${nif}`), email: email && t(`fieldErrors.${email}`) }
  }

  function refusalMessage(code: string): string | null {
    const known = refusalCodes.find((messages) => messages === code)
    return known ? t(`refusals.${known}`) : null
  }

  const ownProblems = problemsOf(codes)
  const sentences = fieldErrorsOf(refused)
  const problems: ResetMessages = {
    nif: ownProblems.nif ?? sentences.nif?.join(' '),
    email: ownProblems.email ?? sentences.email?.join(' '),
  }
  const failureText = failure === null ? null : (refusalMessage(failure) ?? tApp(commonCodeOf(failure)))
  return { values, setValues, problems, failureText, attempt, isSending, submit }
}

const refusalCodes = ['password_login_off', 'too_many_attempts'] as const
