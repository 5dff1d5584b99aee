import { useSearch } from '@tanstack/react-router'
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { ErrorSummary, type FieldProblem } from '#kit/web/error-summary.tsx'
import type { Search } from '#kit/web/page.ts'
import { PasswordField } from '#kit/web/password-field.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { reloadPage } from '#kit/web/reload-page.ts'
import { TextField } from '#kit/web/text-field.tsx'
import type { SecondStep as SecondStepWanted } from '../api.ts'
import styles from './login-form.module.css'

const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))

/** User and password. Without script it is posted to its own address, which answers with what went wrong in the
 * query. `children` are other ways in, which a second step leaves out. */
export function LoginForm({ children }: { children?: ReactNode }) {
  const t = useTranslations('session')
  const send = useSend()
  const { sessionEnded } = useBoot()
  const { failed, step } = useSearch({ strict: false }) as Search
  const [second, setSecond] = useState<SecondStepWanted | null>(null)
  const [codes, setCodes] = useState<readonly string[]>(failed ? [failed] : [])
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)
  const { user, password, form } = useTold(codes)
  const problems: FieldProblem[] = [
    ...(user ? [{ fieldId: 'login-user', message: user }] : []),
    ...(password ? [{ fieldId: 'login-password', message: password }] : []),
  ]

  async function enter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const body = { user: String(fields.get('user')), password: String(fields.get('password')) }
    const missing = [...(body.user.trim() ? [] : ['user_missing']), ...(body.password ? [] : ['password_missing'])]
    setCodes(missing)
    setAttempt(attempt + 1)
    if (missing.length) return
    setSending(true)
    const { sendLogIn } = await import('./send-log-in.ts')
    const { code, second } = await sendLogIn(send, body)
    if (second) return setSecond(second)
    // Whoever is signed in is led on from here.
    if (!code) return reloadPage()
    setCodes([code])
    setSending(false)
  }

  if (second || step)
    return (
      <Suspense>
        <SecondStep step={second} />
      </Suspense>
    )
  return (
    <>
      <form className={styles.form} method="post" noValidate onSubmit={enter}>
        <h1>{t('loginTitle')}</h1>
        {sessionEnded && !codes.length && <Banner tone="notice">{t('login.sessionEnded')}</Banner>}
        {form && (
          <Banner tone="negative" isNews>
            {form}
          </Banner>
        )}
        {problems.length > 0 && <ErrorSummary problems={problems} attempt={attempt} />}
        <TextField
          id="login-user"
          name="user"
          label={t('login.user')}
          error={user}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <PasswordField
          id="login-password"
          name="password"
          label={t('login.password')}
          error={password}
          autoComplete="current-password"
        />
        <Button type="submit" isWide isBusy={isSending}>
          {t('login.enter')}
        </Button>
      </form>
      {children}
    </>
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
    else if (code === 'too_many_attempts') told.form = t('refusals.too_many_attempts')
    else told.form = ofApp(code === 'unavailable' ? code : 'unexpected')
  }
  return told
}
