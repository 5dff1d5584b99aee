import { useLocation, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { failureCodeOf } from '#kit/failure-code.ts'
import { isRefused, Refused } from '#kit/refusal.ts'
import { refusedFieldsOf } from '#kit/refused-fields.ts'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { ErrorSummary } from '#kit/web/form/error-summary.tsx'
import { PasswordField } from '#kit/web/form/password-field.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { changeBoot, useBoot, usePortal } from '#kit/web/portal.ts'
import { passwordChangeProblems } from '../../rules.ts'
import styles from './change-password-form.module.css'
import { NewPasswordFields } from './new-password-fields.tsx'
import { type PasswordErrors, passwordFieldId, usePasswordMessages } from './use-password-errors.ts'

/**
 * The form with the current password, the new one with its requirements, and its repetition. The URL decides where it
 * leads.
 */
export function ChangePasswordForm() {
  const t = useTranslations('session.changePassword')
  const portal = usePortal()
  const navigate = useNavigate()
  const showToast = useToast()
  const { minimumLength } = useSettings().password
  const search = useLocation({ select: ({ search }) => search }) as SearchParams
  const [errors, setErrors] = useState<PasswordErrors>({ codes: search.failed?.split(',') ?? [] })
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)
  const { form: formError, ...fields } = usePasswordMessages(errors, minimumLength)
  const problems = Object.entries(fields).map(([field, message]) => ({ fieldId: passwordFieldId(field), message }))
  const { signedIn } = useBoot()

  async function change(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = passwordChangeOf(new FormData(event.currentTarget))
    const codes = passwordChangeProblems(input, minimumLength)
    setErrors({ codes })
    setAttempt(attempt + 1)
    if (codes.length) return
    setSending(true)
    try {
      const { changePassword } = await import('../../api.ts')
      const body = { current: input.current, password: input.password }
      const answer = await portal.send(changePassword, { body })
      if (!('token' in answer)) throw new Refused('unexpected', answer.status_code ?? 0)
      changeBoot(portal, { signedIn: signedIn && { ...signedIn, mustChangePassword: false } })
      // The page of the remaining access shows the message itself.
      if (!answer.has_other_access) showToast(t('done'))
      // The sign-in page redirects signed-in users to the target in the URL.
      const next = answer.has_other_access ? '/profile/programs' : '/login'
      const more = answer.has_other_access ? { step: 'changed' } : {}
      const { failed: _, ...onward } = search
      await navigate({ to: next, search: { ...onward, ...more } as never, replace: true })
    } catch (failure) {
      setErrors(errorsOf(failure))
      setSending(false)
    }
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={change}>
      <ErrorBanner>{formError}</ErrorBanner>
      {problems.length > 0 && <ErrorSummary problems={problems} attempt={attempt} />}
      {/* Tells password managers which account the passwords belong to. */}
      <input hidden readOnly name="username" autoComplete="username" value={signedIn?.email ?? ''} />
      <PasswordField
        id={passwordFieldId('current')}
        name="current"
        label={t('current')}
        error={fields.current}
        autoComplete="current-password"
      />
      <NewPasswordFields minimumLength={minimumLength} errors={fields} />
      <SubmitLine isSending={isSending} search={search} />
    </form>
  )
}

/** Upstream servers answer a wrong current password with a plain 403. */
function codeOf({ code, status }: Refused): string {
  return code === 'unexpected' && status === 403 ? 'current_password_wrong' : code
}

function SubmitLine({ isSending, search }: { isSending: boolean; search: SearchParams }) {
  const t = useTranslations('session.changePassword')
  const { signedIn } = useBoot()
  return (
    <div className="line">
      <Button type="submit" isBusy={isSending} disabled={signedIn?.readonly}>
        {t('save')}
      </Button>
      {/* The sign-in page redirects signed-in users to the target in the URL. */}
      {!signedIn?.mustChangePassword && (
        <ButtonLink variant="quiet" href={`/login?${new URLSearchParams(search as Record<string, string>)}`}>
          {t('cancel')}
        </ButtonLink>
      )}
    </div>
  )
}

function passwordChangeOf(formData: FormData) {
  const [current, password, repeat] = ['current', 'password', 'repeat'].map((name) => String(formData.get(name)))
  return { current: current!, password: password!, repeat: repeat! }
}

function errorsOf(failure: unknown): PasswordErrors {
  return isRefused(failure)
    ? { codes: [codeOf(failure)], fields: refusedFieldsOf(failure) }
    : { codes: [failureCodeOf(failure)] }
}
