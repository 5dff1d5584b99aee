import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { ErrorSummary, type FieldProblem } from '#kit/web/error-summary.tsx'
import { PasswordField } from '#kit/web/password-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { reloadPage } from '#kit/web/reload-page.ts'
import { TextField } from '#kit/web/text-field.tsx'
import styles from './login-form.module.css'

/** User and password of the account that somebody from the provider already has here. */
export function ConnectForm() {
  const t = useTranslations('session')
  const send = useSend()
  const [codes, setCodes] = useState<readonly string[]>([])
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)
  const { user, password, form } = useTold(codes)
  const problems: FieldProblem[] = [
    ...(user ? [{ fieldId: 'connect-user', message: user }] : []),
    ...(password ? [{ fieldId: 'connect-password', message: password }] : []),
  ]

  async function connect(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const body = { user: String(fields.get('user')), password: String(fields.get('password')) }
    const missing = [...(body.user.trim() ? [] : ['user_missing']), ...(body.password ? [] : ['password_missing'])]
    setCodes(missing)
    setAttempt(attempt + 1)
    if (missing.length) return
    setSending(true)
    try {
      const { connectAccount } = await import('../api.ts')
      await send(connectAccount, { body })
      // From here on they are somebody else, of whom the page knows nothing yet.
      reloadPage()
    } catch (failure) {
      setCodes([isRefused(failure) ? failure.code : 'unexpected'])
      setSending(false)
    }
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={connect}>
      {form && (
        <Banner tone="negative" isNews>
          {form}
        </Banner>
      )}
      {problems.length > 0 && <ErrorSummary problems={problems} attempt={attempt} />}
      <TextField
        id="connect-user"
        name="user"
        label={t('login.user')}
        error={user}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <PasswordField
        id="connect-password"
        name="password"
        label={t('login.password')}
        error={password}
        autoComplete="current-password"
      />
      <div className="line">
        <Button type="submit" isBusy={isSending}>
          {t('connect.submit')}
        </Button>
      </div>
    </form>
  )
}

/** What codes say, each in its place: beside a field or above the form. */
function useTold(codes: readonly string[]): { user?: string; password?: string; form?: string } {
  const t = useTranslations('session')
  const ofApp = useTranslations('app.refusals')
  const told: ReturnType<typeof useTold> = {}
  for (const code of codes) {
    if (code === 'user_missing') told.user = t('login.userMissing')
    else if (code === 'password_missing') told.password = t('login.passwordMissing')
    else if (code === 'login_error') told.user = t('refusals.login_error')
    else if (code === 'too_many_attempts' || code === 'second_factor_first' || code === 'already_linked')
      told.form = t(`refusals.${code}`)
    else told.form = ofApp(code === 'unavailable' || code === 'token_readonly' ? code : 'unexpected')
  }
  return told
}
