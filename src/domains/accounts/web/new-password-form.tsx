import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import type { LinkPurpose } from '#domains/session/link-purposes.ts'
import { passwordProblemCodes, unmetPasswordRules } from '#domains/session/rules.ts'
import { NewPasswordFields } from '#domains/session/web/password/new-password-fields.tsx'
import {
  type PasswordErrors,
  passwordFieldId,
  usePasswordMessages,
} from '#domains/session/web/password/use-password-errors.ts'
import { failureCodeOf } from '#kit/failure-code.ts'
import { isRefused } from '#kit/refusal.ts'
import { refusedFieldsOf } from '#kit/refused-fields.ts'
import { Button } from '#kit/web/action/button.tsx'
import { classNames } from '#kit/web/class-names.ts'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { ErrorSummary } from '#kit/web/form/error-summary.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import styles from './accounts.module.css'

type NewPasswordFormProps = {
  purpose: LinkPurpose
  title: string
  lead: string
  /** Label of the submit button. */
  action: string
  /** `next` is the page, in key form, of what the link was mailed to sign. */
  onDone: (next?: string | null) => void
  /** Called when the link has expired. */
  onExpired: () => void
}

/** The form that sets a password by a one-time link. Without JavaScript it is posted to its own page. */
export function NewPasswordForm({ purpose, title, lead, action, onDone, onExpired }: NewPasswordFormProps) {
  const t = useTranslations('accounts')
  const send = useSend()
  const { minimumLength } = useSettings().password
  const { failed } = useSearch({ strict: false }) as SearchParams
  const user = useLinkUser(purpose, onExpired)
  const [errors, setErrors] = useState<PasswordErrors>({ codes: failed?.split(',') ?? [] })
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)
  const messages = usePasswordMessages(errors, minimumLength)
  const problems = (['password', 'repeat'] as const).flatMap((field) => {
    const message = messages[field]
    return message ? [{ fieldId: passwordFieldId(field), message }] : []
  })

  const isTooOften = failed === 'too_many_attempts' || errors.codes.includes('too_many_attempts')

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const password = String(fields.get('password'))
    const codes = newPasswordCodes(fields, minimumLength)
    setErrors({ codes })
    setAttempt(attempt + 1)
    if (codes.length) return
    setSending(true)
    try {
      const { activateAccount, resetPassword } = await import('../api.ts')
      const body = { password }
      if (purpose === 'activation') onDone((await send(activateAccount, { body })).signature_url)
      else {
        await send(resetPassword, { body })
        onDone()
      }
    } catch (failure) {
      if (isRefused(failure) && failure.code === 'link_over') onExpired()
      setErrors(errorsOf(failure))
      setSending(false)
    }
  }

  return (
    <div className={styles.screen}>
      <NewPasswordHeader title={title} lead={lead} user={user} />
      <form className={classNames(styles.form, styles.narrow)} method="post" noValidate onSubmit={save}>
        <ErrorBanner>{messages.form && (isTooOften ? messages.form : t('password.failed'))}</ErrorBanner>
        {problems.length > 0 && <ErrorSummary problems={problems} attempt={attempt} />}
        {/* Tells password managers which account the passwords belong to. */}
        <input hidden readOnly name="username" autoComplete="username" value={user} />
        <NewPasswordFields minimumLength={minimumLength} errors={messages} />
        <div className="line">
          <Button type="submit" isBusy={isSending}>
            {action}
          </Button>
        </div>
      </form>
    </div>
  )
}

type NewPasswordHeaderProps = Pick<NewPasswordFormProps, 'title' | 'lead'> & { user: string }

function NewPasswordHeader({ title, lead, user }: NewPasswordHeaderProps) {
  const t = useTranslations('accounts')
  return (
    <header className="stack">
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      {/* Its line is reserved before the response, so that the layout does not shift. */}
      <p>{user ? t.rich('password.user', { user, b: (text) => <b>{text}</b> }) : '\u00a0'}</p>
    </header>
  )
}

/** Reads the login for password managers, and checks whether the link is still valid on a page that was left open. */
function useLinkUser(purpose: LinkPurpose, onExpired: () => void): string {
  const send = useSend()
  const [user, setUser] = useState('')
  const readLinkStatus = useEffectEvent(async () => {
    const { readLink } = await import('../api.ts')
    const link = await send(readLink, { params: { purpose } })
    setUser(link.user ?? '')
    if (!link.is_open) onExpired()
  })
  useEffect(() => void readLinkStatus().catch(() => {}), [])
  return user
}

function newPasswordCodes(fields: FormData, minimumLength: number): string[] {
  const password = String(fields.get('password'))
  return [
    ...unmetPasswordRules(password, minimumLength).map((rule) => passwordProblemCodes[rule]),
    ...(fields.get('repeat') === password ? [] : ['password_repeat_differs']),
  ]
}

function errorsOf(failure: unknown): PasswordErrors {
  return isRefused(failure)
    ? { codes: [failure.code], fields: refusedFieldsOf(failure) }
    : { codes: [failureCodeOf(failure)] }
}
