import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#kit/backoffice/web/use-error-text.ts'
import { refusedFieldsOf } from '#kit/refused-fields.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Identifier } from '#kit/web/display/identifier.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { PasswordField } from '#kit/web/form/password-field.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import { useSend } from '#kit/web/portal.ts'
import styles from './operator-sign-in-screen.module.css'

export type Invitation = {
  login: string
  name: string
  app: { secret: string; address: string; qr: { size: number; path: string } }
}

/** The missing fields of the input, or the error thrown on submission. */
type Problem = { missing: readonly ('password' | 'code')[] } | { thrown: unknown }
type ActivateFormErrors = { password?: string | undefined; code?: string | undefined; form?: string | undefined }
type ActivateFormProps = { secret: string; invitation: Invitation; onDone: (recoveryCodes: readonly string[]) => void }

/** Sets password and app of a new operator. Both are saved together or not at all. */
export function ActivateForm({ secret, invitation: { login, name, app }, onDone }: ActivateFormProps) {
  const t = useTranslations('desk-operators.activate')
  const send = useSend()
  const [problem, setProblem] = useState<Problem>({ missing: [] })
  const [isSending, setSending] = useState(false)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const password = String(fields.get('password'))
    const code = String(fields.get('code')).trim()
    const missing = [password ? [] : (['password'] as const), code ? [] : (['code'] as const)].flat()
    setProblem({ missing })
    if (missing.length) return
    setSending(true)
    try {
      const { activateOperator } = await import('../api.ts')
      onDone((await send(activateOperator, { body: { secret, password, code } })).recovery_codes)
    } catch (thrown) {
      setProblem({ thrown })
      setSending(false)
    }
  }

  const errors = useProblemTexts(problem)
  return (
    <form className="stack" method="post" noValidate onSubmit={save}>
      <p>{t('about', { name })}</p>
      <ErrorBanner>{errors.form}</ErrorBanner>
      <p className="soft">{t('user', { login })}</p>
      <input hidden readOnly name="username" autoComplete="username" value={login} />
      <PasswordField name="password" label={t('password')} error={errors.password} autoComplete="new-password" />
      <AppSecret app={app} />
      <TextField
        name="code"
        label={t('code')}
        hint={t('codeHint')}
        error={errors.code}
        width="medium"
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button type="submit" isBusy={isSending}>
        {t('save')}
      </Button>
    </form>
  )
}

function AppSecret({ app }: Pick<Invitation, 'app'>) {
  const t = useTranslations('desk-operators.activate')
  return (
    <>
      <p>{t('scan')}</p>
      <svg className={styles.drawn} viewBox={`0 0 ${app.qr.size} ${app.qr.size}`} role="img" aria-label={t('picture')}>
        <path d={app.qr.path} />
      </svg>
      <div>
        <p className="small soft">{t('byHand')}</p>
        <Identifier groups={app.secret.match(/.{4}/g) ?? []} value={app.secret} label={t('secret')} />
        <p>
          <a href={app.address}>{t('openApp')}</a>
        </p>
      </div>
    </>
  )
}

// Field errors of a refusal are shown at their fields.
function useProblemTexts(problem: Problem): ActivateFormErrors {
  const t = useTranslations('desk-operators.activate')
  const failureText = useErrorText('desk-operators')
  const fieldErrorsOf = useFieldErrors('desk-operators')
  if ('missing' in problem) {
    const [password, code] = (['password', 'code'] as const).map((field) => problem.missing.includes(field))
    return { password: password ? t('passwordMissing') : undefined, code: code ? t('codeMissing') : undefined }
  }
  const { password, code } = fieldErrorsOf(refusedFieldsOf(problem.thrown))
  if (!password && !code) return { form: failureText(problem.thrown) }
  return { password: password?.join(' '), code: code?.join(' ') }
}
