import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '#kit/failure-code.ts'
import { commonCode } from '#kit/outage.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { longestPasskeyName } from '../rules.ts'
import { makePasskey, PasskeyGivenUp } from './ask-browser.ts'

type NewPasskeyDialogProps = { onDone: (recoveryCodes: readonly string[] | null) => Promise<void>; onClose: () => void }

/** Makes a passkey: a name to know it by, then the browser asks the rest. */
export function NewPasskeyDialog({ onDone, onClose }: NewPasskeyDialogProps) {
  const t = useTranslations('session')
  const ofApp = useTranslations('app.refusals')
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
      const { addPasskey, beginNewPasskey } = await import('../api.ts')
      const answer = await makePasskey(await send(beginNewPasskey, {}))
      const { recovery_codes: codes } = await send(addPasskey, { body: { ...answer, name } })
      await onDone(codes)
    } catch (failure) {
      setCode(failure instanceof PasskeyGivenUp ? 'given_up' : codeOf(failure))
      setSending(false)
    }
  }

  function textOf(told: string): string {
    if (told === 'given_up') return t('passkeys.notMade')
    if (told === 'passkey_refused') return t('refusals.passkey_refused')
    return ofApp(commonCode(told))
  }

  return (
    <Dialog title={t('passkeys.addTitle')} onClose={onClose}>
      <p>{t('passkeys.addAbout')}</p>
      <form className="stack" method="post" noValidate onSubmit={add}>
        {code && code !== 'name_missing' && (
          <Banner tone={code === 'given_up' ? 'notice' : 'negative'} isNews>
            {textOf(code)}
          </Banner>
        )}
        <TextField
          name="name"
          label={t('passkeys.name')}
          hint={t('passkeys.nameHint')}
          error={code === 'name_missing' ? t('passkeys.nameMissing') : undefined}
          maxLength={longestPasskeyName}
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
