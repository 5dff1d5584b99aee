import { useTranslations } from 'use-intl'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { ErrorSummary, type FieldProblem } from '#kit/web/form/error-summary.tsx'
import { PasswordField } from '#kit/web/form/password-field.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'

type SignInFieldsProps = {
  /** Prefix of the ids of the fields. */
  form: 'login' | 'connect'
  /** The error codes of the last attempt. */
  codes: readonly string[]
  attempt: number
}

/** The fields for user and password of an account, below the errors. */
export function SignInFields({ form, codes, attempt }: SignInFieldsProps) {
  const t = useTranslations('session.login')
  const errors = useSignInErrors(codes)
  const ids = { user: `${form}-user`, password: `${form}-password` }
  const problems: FieldProblem[] = [
    ...(errors.user ? [{ fieldId: ids.user, message: errors.user }] : []),
    ...(errors.password ? [{ fieldId: ids.password, message: errors.password }] : []),
  ]
  return (
    <>
      <ErrorBanner>{errors.form}</ErrorBanner>
      {problems.length > 0 && <ErrorSummary problems={problems} attempt={attempt} />}
      <TextField
        id={ids.user}
        name="user"
        label={t('user')}
        error={errors.user}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <PasswordField
        id={ids.password}
        name="password"
        label={t('password')}
        error={errors.password}
        autoComplete="current-password"
      />
    </>
  )
}

const formErrorCodes = ['too_many_attempts', 'second_factor_first', 'already_linked'] as const

/** Returns the messages of error codes, each in its place: beside a field or above the form. */
function useSignInErrors(codes: readonly string[]): { user?: string; password?: string; form?: string } {
  const t = useTranslations('session')
  const tApp = useTranslations('app.refusals')
  const errors: ReturnType<typeof useSignInErrors> = {}
  for (const code of codes) {
    const formErrorCode = formErrorCodes.find((known) => known === code)
    if (code === 'user_missing') errors.user = t('login.userMissing')
    else if (code === 'password_missing') errors.password = t('login.passwordMissing')
    else if (code === 'login_error') errors.user = t('refusals.login_error')
    else if (formErrorCode) errors.form = t(`refusals.${formErrorCode}`)
    else errors.form = tApp(tApp.has(code as 'unexpected') ? (code as 'unexpected') : 'unexpected')
  }
  return errors
}
