import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { LegalTextLink, useLegalTextHref } from '#domains/operator/web/legal-text-link.tsx'
import { useSettings } from '#domains/operator/web/settings.ts'
import { failureCodeOf } from '#kit/failure-code.ts'
import { commonCodeOf } from '#kit/outage.ts'
import { Button } from '#kit/web/button.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { ErrorSummary } from '#kit/web/error-summary.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useDraft } from '#kit/web/use-draft.ts'
import {
  accountLimits,
  draftIdleMs,
  emptySignUp,
  fieldOfProblem,
  knownProblems,
  type SignUpField,
  type SignUpProblem,
} from '../rules.ts'
import styles from './accounts.module.css'

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
  const tApp = useTranslations('app.refusals')
  const send = useSend()
  const { signup: optionalFields } = useSettings()
  const { failed = '' } = useSearch({ strict: false }) as SearchParams
  const { values, change, forget } = useDraft('sign-up', emptySignUp, { idleMs: draftIdleMs })
  const [problems, setProblems] = useState<SignUpProblem[]>(knownProblems(failed.split(',')))
  const [sentences, setSentences] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<string | null>(() => refusalCodes.find((code) => code === failed) ?? null)
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setAttempt(attempt + 1)
    try {
      const { sendSignUp } = await import('./send-sign-up.ts')
      const { problems, errors, body } = await sendSignUp(send, values, optionalFields)
      setProblems(problems)
      setSentences(errors)
      setRefused(null)
      if (problems.length || errors.length) return
      forget()
      onSent(body)
    } catch (failure) {
      setProblems([])
      setSentences([])
      setRefused(failureCodeOf(failure))
    } finally {
      setSending(false)
    }
  }

  function refusalMessage(code: string): string {
    const known = refusalCodes.find((each) => each === code)
    if (known) return t(`refusals.${known}`)
    return tApp(commonCodeOf(code))
  }

  function field(name: Exclude<SignUpField, 'acceptConditionsAndGdpr'>) {
    return {
      id: idOf(name),
      name,
      error: errorOf(name),
      value: values[name],
      maxLength: name === 'email2' ? accountLimits.email : accountLimits[name],
      onChange: ({ target }: { target: HTMLInputElement }) => change((before) => ({ ...before, [name]: target.value })),
    }
  }

  function errorOf(name: SignUpField): string | undefined {
    const problem = problems.find((each) => fieldOfProblem(each) === name)
    return problem && t(`fieldErrors.${problem}`)
  }

  const errors = refused === null ? sentences : [refusalMessage(refused)]
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      {errors.length > 0 && (
        <ErrorSummary title={t('signUp.cannot')} problems={errors.map((message) => ({ message }))} attempt={attempt} />
      )}
      {problems.length > 0 && (
        <ErrorSummary
          problems={problems.map((problem) => ({
            fieldId: idOf(fieldOfProblem(problem)),
            message: t(`fieldErrors.${problem}`),
          }))}
          attempt={attempt}
        />
      )}
      <TextField
        {...field('nif')}
        label={t('signUp.nif')}
        hint={t('signUp.nifHint')}
        width="medium"
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
      />
      <TextField
        {...field('contract')}
        label={t('signUp.contract')}
        hint={t('signUp.contractHint')}
        width="medium"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
      />
      {optionalFields.invoiceNumberField && (
        <TextField
          {...field('invoiceNumber')}
          label={t('signUp.invoiceNumber')}
          hint={t('signUp.invoiceNumberHint')}
          width="medium"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
        />
      )}
      <TextField
        {...field('email')}
        type="email"
        label={t('signUp.email')}
        hint={t('signUp.emailHint')}
        autoComplete="email"
      />
      <TextField {...field('email2')} type="email" label={t('signUp.email2')} autoComplete="email" />
      {optionalFields.phoneField && (
        <TextField {...field('phone')} type="tel" label={t('signUp.phone')} width="medium" autoComplete="tel" />
      )}
      <LegalTextLinks />
      <Checkbox
        id={idOf('acceptConditionsAndGdpr')}
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

const refusalCodes = ['signup_closed', 'password_login_off', 'too_many_attempts'] as const

function idOf(name: SignUpField): string {
  return `sign-up-${name}`
}
