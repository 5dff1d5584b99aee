import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import styles from '#domains/access-tokens/web/new-token-dialog.module.css'
import { failureCodeOf } from '#kit/failure-code.ts'
import { commonCodeOf } from '#kit/outage.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Identifier } from '#kit/web/display/identifier.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { FieldError, useErrorUntilCorrected } from '#kit/web/form/field.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import { giveDataConsent } from '../api.ts'
import { maxPartyLength, maxPurposeLength, sharedScopes } from '../rules.ts'

type Holder = { id: number; name: string }
type GiveConsentDialogProps = { holders: readonly Holder[]; validUntil: string; onClose: () => void }
type RequiredField = 'third_party' | 'purpose' | 'scopes'

/** Gives a consent: to whom, what for, and what may be read. Then shows its key once. */
export function GiveConsentDialog({ holders, validUntil, onClose }: GiveConsentDialogProps) {
  const t = useTranslations('data-sharing.dialog')
  const locale = useLocale()
  const [missing, setMissing] = useState<readonly RequiredField[]>([])
  const { data, error, isPending, variables, mutate } = useGiveConsent()
  const messageFor = useFailureText()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { body, missing } = readForm(new FormData(event.currentTarget), holders)
    setMissing(missing)
    if (missing.length === 0) mutate(body)
  }

  const errorOf = (field: RequiredField) => (missing.includes(field) ? t('required') : undefined)
  if (data) return <ConsentKey {...data} party={variables.third_party} onClose={onClose} />
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={submit}>
        <ErrorBanner>{error !== null && messageFor(failureCodeOf(error))}</ErrorBanner>
        <TextField
          name="third_party"
          label={t('party')}
          hint={t('partyHint')}
          error={errorOf('third_party')}
          maxLength={maxPartyLength}
          autoComplete="off"
        />
        <TextField
          name="purpose"
          label={t('purpose')}
          hint={t('purposeHint')}
          error={errorOf('purpose')}
          maxLength={maxPurposeLength}
          autoComplete="off"
        />
        {holders.length > 1 && (
          <NativeSelect
            name="holder"
            label={t('holder')}
            options={holders.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <ScopesField error={missing.includes('scopes') ? t('dataMissing') : undefined} />
        <p className="soft">{t('until', { day: formatDay(validUntil, locale) })}</p>
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {t('leave')}
          </Button>
          <Button type="submit" isBusy={isPending}>
            {t('do')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Returns what a form consents to, and which of its fields are missing. */
function readForm(form: FormData, holders: readonly Holder[]) {
  const body = {
    holder_id: Number(form.get('holder') ?? holders[0]?.id),
    third_party: String(form.get('third_party')).trim(),
    purpose: String(form.get('purpose')).trim(),
    scopes: sharedScopes.filter((scope) => form.has(scope)),
  }
  const missing = (['third_party', 'purpose', 'scopes'] as const).filter((field) => body[field].length === 0)
  return { body, missing }
}

function useGiveConsent() {
  const send = useSend()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: ReturnType<typeof readForm>['body']) => send(giveDataConsent, { body }),
    onSuccess: () => cache.invalidateQueries(),
  })
}

function useFailureText(): (code: string) => string {
  const t = useTranslations('data-sharing.refusals')
  const tApp = useTranslations('app.refusals')
  return (code) => (code === 'access_tokens_too_many' || code === 'no_such_holder' ? t(code) : tApp(commonCodeOf(code)))
}

type ConsentKeyProps = { token: string; valid_until: string; party: string; onClose: () => void }

function ConsentKey({ token, valid_until: until, party, onClose }: ConsentKeyProps) {
  const t = useTranslations('data-sharing.made')
  const locale = useLocale()
  return (
    <Dialog title={t('title')} isClosable={false} onClose={onClose}>
      <p>{t('text', { party, day: formatDay(until, locale) })}</p>
      <Identifier groups={token.match(/.{1,12}/g) ?? []} value={token} label={t('key')} />
      <DialogActions>
        <Button onClick={onClose}>{t('done')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function ScopesField({ error: errorMessage }: { error: string | undefined }) {
  const t = useTranslations('data-sharing')
  const { error, wrapperProps } = useErrorUntilCorrected<HTMLFieldSetElement>(errorMessage)
  return (
    <fieldset {...wrapperProps} className={styles.scopes} aria-describedby={error ? 'data-error' : undefined}>
      <legend className={styles.legend}>{t('dialog.data')}</legend>
      {error && <FieldError id="data-error">{error}</FieldError>}
      {sharedScopes.map((scope) => (
        <Checkbox key={scope} name={scope} label={t(`scope.${scope}`)} />
      ))}
    </fieldset>
  )
}
