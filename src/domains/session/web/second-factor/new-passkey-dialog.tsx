import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { commonCodeOf } from '#kit/outage.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { maxPasskeyNameLength } from '../../rules.ts'
import { PasskeyCancelledError, registerPasskey } from './webauthn-browser.ts'

type NewPasskeyDialogProps = { onDone: (recoveryCodes: readonly string[] | null) => Promise<void>; onClose: () => void }

/** Creates a passkey: asks for a name, then the browser takes over. */
export function NewPasskeyDialog({ onDone, onClose }: NewPasskeyDialogProps) {
  const t = useTranslations('session')
  const tApp = useTranslations('app.refusals')
  const send = useSend()
  const [code, setCode] = useState<string>()
  const [isSending, setSending] = useState(false)

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (!name) return setCode('name_missing')
    setCode(undefined)
    setSending(true)
    try {
      const { addPasskey, beginPasskeyRegistration } = await import('../../second-factor-api.ts')
      const response = await registerPasskey(await send(beginPasskeyRegistration, {}))
      const { recovery_codes: codes } = await send(addPasskey, { body: { ...response, name } })
      await onDone(codes)
    } catch (failure) {
      setCode(failure instanceof PasskeyCancelledError ? 'given_up' : failureCodeOf(failure))
      setSending(false)
    }
  }

  function messageFor(code: string): string {
    if (code === 'given_up') return t('passkeys.notMade')
    if (code === 'passkey_refused') return t('refusals.passkey_refused')
    return tApp(commonCodeOf(code))
  }

  return (
    <Dialog title={t('passkeys.addTitle')} onClose={onClose}>
      <p>{t('passkeys.addAbout')}</p>
      <form className="stack" method="post" noValidate onSubmit={add}>
        {code && code !== 'name_missing' && (
          <Banner tone={code === 'given_up' ? 'notice' : 'negative'} isAlert>
            {messageFor(code)}
          </Banner>
        )}
        <TextField
          name="name"
          label={t('passkeys.name')}
          hint={t('passkeys.nameHint')}
          error={code === 'name_missing' ? t('passkeys.nameMissing') : undefined}
          maxLength={maxPasskeyNameLength}
          autoComplete="off"
        />
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {t('passkeys.leave')}
          </Button>
          <Button type="submit" isBusy={isSending}>
            {t('passkeys.make')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
