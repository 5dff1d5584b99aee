import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { commonCodeOf } from '#kit/outage.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Identifier } from '#kit/web/display/identifier.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { ChoiceList } from '#kit/web/form/choice-list.tsx'
import { FieldError, useErrorUntilCorrected } from '#kit/web/form/field.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { maxTokenNameLength, scopes, validDays } from '../rules.ts'
import styles from './new-token-dialog.module.css'

type NewTokenDialogProps = { onCreated: () => Promise<void>; onClose: () => void }
type Days = `${(typeof validDays)[number]}`

/** Creates a token: its name, what it may read and for how long. Then shows the token once. */
export function NewTokenDialog({ onCreated, onClose }: NewTokenDialogProps) {
  const t = useTranslations('access-tokens')
  const messageFor = useFailureText()
  const send = useSend()
  const [days, setDays] = useState<Days>('90')
  const [missingFields, setMissingFields] = useState<readonly ('name' | 'scopes')[]>([])
  const [failed, setFailed] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [token, setToken] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = String(form.get('name')).trim()
    const allowed = scopes.filter((scope) => form.has(scope))
    const missing = [...(name ? [] : ['name' as const]), ...(allowed.length ? [] : ['scopes' as const])]
    setMissingFields(missing)
    setFailed(undefined)
    if (missing.length) return
    setSending(true)
    try {
      const { createAccessToken } = await import('../api.ts')
      const body = { name, scopes: allowed, days: validDays.find((each) => String(each) === days)! }
      setToken((await send(createAccessToken, { body })).token)
      await onCreated()
    } catch (failure) {
      setFailed(failureCodeOf(failure))
    }
    setSending(false)
  }

  if (token) return <CreatedToken token={token} onClose={onClose} />
  return (
    <Dialog title={t('make.title')} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={submit}>
        <ErrorBanner>{failed !== undefined && messageFor(failed)}</ErrorBanner>
        <TextField
          name="name"
          label={t('make.name')}
          hint={t('make.nameHint')}
          error={missingFields.includes('name') ? t('make.nameMissing') : undefined}
          maxLength={maxTokenNameLength}
          autoComplete="off"
        />
        <ScopesField error={missingFields.includes('scopes') ? t('make.scopesMissing') : undefined} />
        <DaysField days={days} onDays={setDays} />
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {t('make.leave')}
          </Button>
          <Button type="submit" isBusy={isSending}>
            {t('make.do')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTranslations('access-tokens.made')
  return (
    <Dialog title={t('title')} isClosable={false} onClose={onClose}>
      <p>{t('text')}</p>
      <Identifier groups={token.match(/.{1,12}/g) ?? []} value={token} label={t('key')} />
      <DialogActions>
        <Button onClick={onClose}>{t('kept')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function useFailureText(): (code: string) => string {
  const t = useTranslations('access-tokens.refusals')
  const tApp = useTranslations('app.refusals')
  return (code) => (code === 'access_tokens_too_many' ? t('access_tokens_too_many') : tApp(commonCodeOf(code)))
}

function ScopesField({ error: errorMessage }: { error: string | undefined }) {
  const t = useTranslations('access-tokens')
  const { error, wrapperProps } = useErrorUntilCorrected<HTMLFieldSetElement>(errorMessage)
  return (
    <fieldset {...wrapperProps} className={styles.scopes} aria-describedby={error ? 'scopes-error' : undefined}>
      <legend className={styles.legend}>{t('make.scopes')}</legend>
      {error && <FieldError id="scopes-error">{error}</FieldError>}
      {scopes.map((scope) => (
        <Checkbox key={scope} name={scope} label={t(`scope.${scope}`)} />
      ))}
    </fieldset>
  )
}

function DaysField({ days, onDays }: { days: Days; onDays: (days: Days) => void }) {
  const t = useTranslations('access-tokens.make')
  return (
    <ChoiceList
      legend={t('days')}
      isRow
      value={days}
      onValue={onDays}
      options={validDays.map((each) => ({
        value: `${each}` as const,
        label: each === 365 ? t('year') : t('day', { days: each }),
      }))}
    />
  )
}
