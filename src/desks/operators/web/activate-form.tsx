import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/button.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Identifier } from '#kit/web/identifier.tsx'
import { PasswordField } from '#kit/web/password-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import styles from './operator-login-screen.module.css'

export type Invitation = {
  login: string
  name: string
  app: { secret: string; address: string; qr: { size: number; path: string } }
}

type Told = { password?: string; code?: string; form?: string }
type ActivateFormProps = { secret: string; invitation: Invitation; onDone: (recoveryCodes: readonly string[]) => void }

/** Password and app of a new operator; both are kept at once or neither. */
export function ActivateForm({ secret, invitation: { login, name, app }, onDone }: ActivateFormProps) {
  const t = useTranslations('desk-operators.activate')
  const sentenceOf = useSentence('desk-operators')
  const send = useSend()
  const [told, setTold] = useState<Told>({})
  const [isSending, setSending] = useState(false)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const password = String(fields.get('password'))
    const code = String(fields.get('code')).trim()
    const missing = {
      ...(password ? {} : { password: t('passwordMissing') }),
      ...(code ? {} : { code: t('codeMissing') }),
    }
    setTold(missing)
    if (Object.keys(missing).length) return
    setSending(true)
    try {
      const { activateOperator } = await import('../api.ts')
      onDone((await send(activateOperator, { body: { secret, password, code } })).recovery_codes)
    } catch (failure) {
      setTold(toldBy(failure, sentenceOf(failure)))
      setSending(false)
    }
  }

  return (
    <form className="stack" method="post" noValidate onSubmit={save}>
      <p>{t('about', { name })}</p>
      <Failure>{told.form}</Failure>
      <p className="soft">{t('user', { login })}</p>
      <input hidden readOnly name="username" autoComplete="username" value={login} />
      <PasswordField name="password" label={t('password')} error={told.password} autoComplete="new-password" />
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
      <TextField
        name="code"
        label={t('code')}
        hint={t('codeHint')}
        error={told.code}
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

/** What a refusal says: of its fields in the server's words, each beside its own. */
function toldBy(failure: unknown, sentence: string): Told {
  const { password, code } = (isRefused(failure) && failure.fields) || {}
  return password || code ? { password: password?.join(' '), code: code?.join(' ') } : { form: sentence }
}
