import { useTranslations } from 'use-intl'
import { LegalTextLink, useLegalTextHref } from '#domains/retailer/web/legal-text-link.tsx'
import { Button } from '#kit/web/action/button.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { ErrorSummary } from '#kit/web/form/error-summary.tsx'
import styles from './accounts.module.css'
import { SignUpFields } from './sign-up-fields.tsx'
import { signUpFieldId, useSignUp } from './use-sign-up.ts'

type SignUpFormProps = {
  /** Label of the submit button. */
  action: string
  /** Called after success, with the server's message about what happens next. */
  onSent: (body: string) => void
}

/**
 * The form for the contract and contact details of a sign-up. Without JavaScript it is posted to its own page, which
 * shows what was wrong.
 */
export function SignUpForm({ action, onSent }: SignUpFormProps) {
  const t = useTranslations('accounts')
  const signUp = useSignUp(onSent)
  const { values, change, problems, errors, attempt, isSending, submit, errorOf } = signUp
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      {errors.length > 0 && (
        <ErrorSummary title={t('signUp.cannot')} problems={errors.map((message) => ({ message }))} attempt={attempt} />
      )}
      {problems.length > 0 && <ErrorSummary problems={problems} attempt={attempt} />}
      <SignUpFields signUp={signUp} />
      <LegalTextLinks />
      <Checkbox
        id={signUpFieldId('acceptConditionsAndGdpr')}
        name="acceptConditionsAndGdpr"
        label={t('signUp.accept')}
        error={errorOf('acceptConditionsAndGdpr')}
        checked={values.acceptConditionsAndGdpr}
        onChange={({ target }) => change((before) => ({ ...before, acceptConditionsAndGdpr: target.checked }))}
      />
      <div className="line">
        <Button type="submit" isBusy={isSending}>
          {action}
        </Button>
      </div>
    </form>
  )
}

/** Links to the texts that the checkbox accepts: the retailer's own pages, or those of the portal. */
function LegalTextLinks() {
  const t = useTranslations('accounts.signUp')
  const addressOf = useLegalTextHref()
  const shown = (['conditions', 'privacy'] as const).filter((text) => addressOf(text) !== null)
  if (shown.length === 0) return null
  return (
    <p className="line">
      {t('read')}
      {shown.map((text) => (
        <LegalTextLink key={text} to={text}>
          {t(text)}
        </LegalTextLink>
      ))}
    </p>
  )
}
