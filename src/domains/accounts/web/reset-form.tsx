import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { commonCodeOf } from '#kit/outage.ts'
import { type RefusedFields, refusedFieldsOf } from '#kit/refused-fields.ts'
import { Button } from '#kit/web/button.tsx'
import { ErrorBanner } from '#kit/web/error-banner.tsx'
import { ErrorSummary } from '#kit/web/error-summary.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { accountLimits, resetProblemCodes } from '../rules.ts'
import styles from './accounts.module.css'

const fields = ['nif', 'email'] as const
type ResetMessages = Partial<Record<(typeof fields)[number], string>>

/** The form for a forgotten password. Without JavaScript it is posted to its own page, which shows what was wrong. */
export function ResetForm({ onSent }: { onSent: () => void }) {
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
    const [nif, email] = fields.map(messages)
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
  const messages = fields.flatMap((field) => {
    const message = problems[field]
    return message ? [{ fieldId: idOf(field), message }] : []
  })
  const field = (name: (typeof fields)[number]) => ({
    id: idOf(name),
    name,
    error: problems[name],
    value: values[name],
    maxLength: accountLimits[name],
    onChange: ({ target: { value } }: { target: HTMLInputElement }) =>
      setValues((before) => ({ ...before, [name]: value })),
  })

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <ErrorBanner>{failure !== null && (refusalMessage(failure) ?? tApp(commonCodeOf(failure)))}</ErrorBanner>
      {messages.length > 0 && <ErrorSummary problems={messages} attempt={attempt} />}
      <TextField
        {...field('nif')}
        label={t('reset.nif')}
        width="medium"
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
      />
      <TextField
        {...field('email')}
        type="email"
        label={t('reset.email')}
        hint={t('reset.emailHint')}
        autoComplete="email"
      />
      <div className="line">
        <Button type="submit" isBusy={isSending}>
          {t('reset.submit')}
        </Button>
      </div>
    </form>
  )
}

const refusalCodes = ['password_login_off', 'too_many_attempts'] as const

function idOf(name: (typeof fields)[number]): string {
  return `reset-${name}`
}
