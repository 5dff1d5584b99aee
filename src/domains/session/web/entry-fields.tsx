import { useTranslations } from 'use-intl'
import { ErrorSummary, type FieldProblem } from '#kit/web/error-summary.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { PasswordField } from '#kit/web/password-field.tsx'
import { TextField } from '#kit/web/text-field.tsx'

type EntryFieldsProps = {
  /** What the ids of the fields begin with. */
  form: 'login' | 'connect'
  /** What went wrong at the last attempt. */
  codes: readonly string[]
  attempt: number
}

/** User and password of an account, below what was wrong with them. */
export function EntryFields({ form, codes, attempt }: EntryFieldsProps) {
  const t = useTranslations('session.login')
  const told = useTold(codes)
  const ids = { user: `${form}-user`, password: `${form}-password` }
  const problems: FieldProblem[] = [
    ...(told.user ? [{ fieldId: ids.user, message: told.user }] : []),
    ...(told.password ? [{ fieldId: ids.password, message: told.password }] : []),
  ]
  return (
    <>
      <Failure>{told.form}</Failure>
      {problems.length > 0 && <ErrorSummary problems={problems} attempt={attempt} />}
      <TextField
        id={ids.user}
        name="user"
        label={t('user')}
        error={told.user}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <PasswordField
        id={ids.password}
        name="password"
        label={t('password')}
        error={told.password}
        autoComplete="current-password"
      />
    </>
  )
}

const ofForm = ['too_many_attempts', 'second_factor_first', 'already_linked'] as const

/** What codes say, each in its place: beside a field or above the form. */
function useTold(codes: readonly string[]): { user?: string; password?: string; form?: string } {
  const t = useTranslations('session')
  const tApp = useTranslations('app.refusals')
  const told: ReturnType<typeof useTold> = {}
  for (const code of codes) {
    const isOfForm = ofForm.find((known) => known === code)
    if (code === 'user_missing') told.user = t('login.userMissing')
    else if (code === 'password_missing') told.password = t('login.passwordMissing')
    else if (code === 'login_error') told.user = t('refusals.login_error')
    else if (isOfForm) told.form = t(`refusals.${isOfForm}`)
    else told.form = tApp(tApp.has(code as 'unexpected') ? (code as 'unexpected') : 'unexpected')
  }
  return told
}
