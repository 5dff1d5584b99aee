import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '#kit/failure-code.ts'
import { commonCode } from '#kit/outage.ts'
import { type RefusedFields, refusedFields } from '#kit/refused-fields.ts'
import { Button } from '#kit/web/button.tsx'
import { ErrorSummary } from '#kit/web/error-summary.tsx'
import { Failure } from '#kit/web/failure.tsx'
import type { Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { accountLimits, resetProblemCodes } from '../rules.ts'
import styles from './accounts.module.css'

const fields = ['nif', 'email'] as const
type Problems = Partial<Record<(typeof fields)[number], string>>

/** Whose password is forgotten. Without script it is posted to its own page, which tells what was wrong. */
export function ResetForm({ onSent }: { onSent: () => void }) {
  const t = useTranslations('accounts')
  const tApp = useTranslations('app.refusals')
  const fieldErrorsOf = useFieldErrors('accounts')
  const send = useSend()
  const { failed = '' } = useSearch({ strict: false }) as Search
  const [values, setValues] = useState({ nif: '', email: '' })
  const [codes, setCodes] = useState<readonly string[]>(() => failed.split(','))
  const [refused, setRefused] = useState<RefusedFields>({})
  const [failure, setFailure] = useState<string | null>(() => (toldOf(failed) ? failed : null))
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setFailure(null)
    setAttempt(attempt + 1)
    try {
      const { sendReset } = await import('./send-reset.ts')
      const found = await sendReset(send, values)
      setCodes(found)
      setRefused({})
      if (found.length === 0) onSent()
    } catch (thrown) {
      const told = refusedFields(thrown) ?? {}
      setCodes([])
      setRefused(told)
      if (!told.nif && !told.email) setFailure(codeOf(thrown))
    } finally {
      setSending(false)
    }
  }

  function problemsOf(codes: readonly string[]): Problems {
    const found = resetProblemCodes.filter((code) => codes.includes(code))
    const told = (field: string) => found.find((code) => code.startsWith(field))
    const [nif, email] = fields.map(told)
    return { nif: nif && t(`fieldErrors.${nif}`), email: email && t(`fieldErrors.${email}`) }
  }

  function toldOf(code: string): string | null {
    const known = toldCodes.find((told) => told === code)
    return known ? t(`refusals.${known}`) : null
  }

  const ownProblems = problemsOf(codes)
  const sentences = fieldErrorsOf(refused)
  const problems: Problems = {
    nif: ownProblems.nif ?? sentences.nif?.join(' '),
    email: ownProblems.email ?? sentences.email?.join(' '),
  }
  const told = fields.flatMap((field) => {
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
      <Failure>{failure !== null && (toldOf(failure) ?? tApp(commonCode(failure)))}</Failure>
      {told.length > 0 && <ErrorSummary problems={told} attempt={attempt} />}
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

const toldCodes = ['password_login_off', 'too_many_attempts'] as const

function idOf(name: (typeof fields)[number]): string {
  return `reset-${name}`
}
