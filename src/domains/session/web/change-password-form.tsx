import { useLocation, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { codeOf as failureCode } from '#kit/failure-code.ts'
import { isRefused, Refused } from '#kit/refusal.ts'
import { refusedFields } from '#kit/refused-fields.ts'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { ErrorSummary } from '#kit/web/error-summary.tsx'
import { Failure } from '#kit/web/failure.tsx'
import type { Search } from '#kit/web/page.ts'
import { PasswordField } from '#kit/web/password-field.tsx'
import { changeBoot, useBoot, usePortal } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import { changeProblems } from '../rules.ts'
import styles from './change-password-form.module.css'
import { NewPasswordFields } from './new-password-fields.tsx'
import { type Found, fieldIdOf, useTold } from './use-told.ts'

/** The present password, the new one with what it needs, and once more. Where it leads is for the address to say. */
export function ChangePasswordForm() {
  const t = useTranslations('session.changePassword')
  const portal = usePortal()
  const navigate = useNavigate()
  const say = useToast()
  const { minimumLength } = useSettings().password
  const search = useLocation({ select: ({ search }) => search }) as Search
  const [found, setFound] = useState<Found>({ codes: search.failed?.split(',') ?? [] })
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)
  const { form, ...fields } = useTold(found, minimumLength)
  const problems = Object.entries(fields).map(([field, message]) => ({ fieldId: fieldIdOf(field), message }))
  const { signedIn } = useBoot()

  async function change(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const read = new FormData(event.currentTarget)
    const [current, password, repeat] = ['current', 'password', 'repeat'].map((name) => String(read.get(name)))
    const typed = { current: current!, password: password!, repeat: repeat! }
    const codes = changeProblems(typed, minimumLength)
    setFound({ codes })
    setAttempt(attempt + 1)
    if (codes.length) return
    setSending(true)
    try {
      const { changePassword } = await import('../api.ts')
      const body = { current: typed.current, password: typed.password }
      const answer = await portal.send(changePassword, { body })
      if (!('token' in answer)) throw new Refused('unexpected', answer.status_code ?? 0)
      changeBoot(portal, { signedIn: signedIn && { ...signedIn, mustChangePassword: false } })
      // The page of what gets in says it itself.
      if (!answer.has_other_access) say(t('done'))
      // The log-in leads on whoever is signed in, to where the address says.
      const next = answer.has_other_access ? '/profile/programs' : '/login'
      const more = answer.has_other_access ? { step: 'changed' } : {}
      const { failed: _, ...onward } = search
      await navigate({ to: next, search: { ...onward, ...more } as never, replace: true })
    } catch (failure) {
      setFound(
        isRefused(failure)
          ? { codes: [codeOf(failure)], fields: refusedFields(failure) }
          : { codes: [failureCode(failure)] },
      )
      setSending(false)
    }
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={change}>
      <Failure>{form}</Failure>
      {problems.length > 0 && <ErrorSummary problems={problems} attempt={attempt} />}
      {/* By it password managers know whose passwords these are. */}
      <input hidden readOnly name="username" autoComplete="username" value={signedIn?.email ?? ''} />
      <PasswordField
        id={fieldIdOf('current')}
        name="current"
        label={t('current')}
        error={fields.current}
        autoComplete="current-password"
      />
      <NewPasswordFields minimumLength={minimumLength} told={fields} />
      <div className="line">
        <Button type="submit" isBusy={isSending} disabled={signedIn?.readonly}>
          {t('save')}
        </Button>
        {/* The log-in leads on whoever is signed in, to where the address says. */}
        {!signedIn?.mustChangePassword && (
          <ButtonLink variant="quiet" href={`/login?${new URLSearchParams(search as Record<string, string>)}`}>
            {t('cancel')}
          </ButtonLink>
        )}
      </div>
    </form>
  )
}

/** Other servers say no more than 403 of a wrong present password. */
function codeOf({ code, status }: Refused): string {
  return code === 'unexpected' && status === 403 ? 'current_password_wrong' : code
}
