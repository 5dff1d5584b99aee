import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '#kit/failure-code.ts'
import { commonCode } from '#kit/outage.ts'
import { Button } from '#kit/web/button.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { ChoiceList } from '#kit/web/choice-list.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { FieldError, useUncorrected } from '#kit/web/field.tsx'
import { Identifier } from '#kit/web/identifier.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { longestTokenName, scopes, validDays } from '../rules.ts'
import styles from './new-token-dialog.module.css'

type NewTokenDialogProps = { onMade: () => Promise<void>; onClose: () => void }
type Days = `${(typeof validDays)[number]}`

/** Makes a token: for what, to read what, for how long; then shows it, this once. */
export function NewTokenDialog({ onMade, onClose }: NewTokenDialogProps) {
  const t = useTranslations('access-tokens')
  const ofApp = useTranslations('app.refusals')
  const send = useSend()
  const [days, setDays] = useState<Days>('90')
  const [wrong, setWrong] = useState<readonly ('name' | 'scopes')[]>([])
  const [failed, setFailed] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [token, setToken] = useState<string>()
  const { error: scopesError, around: aroundScopes } = useUncorrected<HTMLFieldSetElement>(
    wrong.includes('scopes') ? t('make.scopesMissing') : undefined,
  )

  async function make(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = String(form.get('name')).trim()
    const allowed = scopes.filter((scope) => form.has(scope))
    const missing = [...(name ? [] : ['name' as const]), ...(allowed.length ? [] : ['scopes' as const])]
    setWrong(missing)
    setFailed(undefined)
    if (missing.length) return
    setSending(true)
    try {
      const { makeAccessToken } = await import('../api.ts')
      const body = { name, scopes: allowed, days: validDays.find((each) => String(each) === days)! }
      setToken((await send(makeAccessToken, { body })).token)
      await onMade()
    } catch (failure) {
      setFailed(codeOf(failure))
    }
    setSending(false)
  }

  function textOf(code: string): string {
    if (code === 'access_tokens_too_many') return t('refusals.access_tokens_too_many')
    return ofApp(commonCode(code))
  }

  if (token) return <MadeToken token={token} onClose={onClose} />
  return (
    <Dialog title={t('make.title')} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={make}>
        <Failure>{failed !== undefined && textOf(failed)}</Failure>
        <TextField
          name="name"
          label={t('make.name')}
          hint={t('make.nameHint')}
          error={wrong.includes('name') ? t('make.nameMissing') : undefined}
          maxLength={longestTokenName}
          autoComplete="off"
        />
        <fieldset
          {...aroundScopes}
          className={styles.scopes}
          aria-describedby={scopesError ? 'scopes-error' : undefined}
        >
          <legend className={styles.legend}>{t('make.scopes')}</legend>
          {scopesError && <FieldError id="scopes-error">{scopesError}</FieldError>}
          {scopes.map((scope) => (
            <Checkbox key={scope} name={scope} label={t(`scope.${scope}`)} />
          ))}
        </fieldset>
        <ChoiceList
          legend={t('make.days')}
          isRow
          value={days}
          onValue={setDays}
          options={validDays.map((each) => ({
            value: `${each}` as const,
            label: each === 365 ? t('make.year') : t('make.day', { days: each }),
          }))}
        />
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

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTranslations('access-tokens.made')
  return (
    <Dialog title={t('title')} isClosable={false} onClose={onClose}>
      <p>{t('words')}</p>
      <Identifier groups={token.match(/.{1,12}/g) ?? []} value={token} label={t('key')} />
      <DialogActions>
        <Button onClick={onClose}>{t('kept')}</Button>
      </DialogActions>
    </Dialog>
  )
}
