import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '#kit/failure-code.ts'
import { commonCode } from '#kit/outage.ts'
import { Button } from '#kit/web/button.tsx'
import { ChangedMeanwhile } from '#kit/web/changed-meanwhile.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useSeenVersion } from '#kit/web/use-seen-version.ts'
import type { Passkey } from '../api.ts'
import { longestPasskeyName } from '../rules.ts'

const nameMissing = 'nameMissing'

type RenamePasskeyDialogProps = { passkey: Passkey; onDone: () => Promise<void>; onClose: () => void }

/** Gives a passkey the name by which its owner knows it. */
export function RenamePasskeyDialog({ passkey, onDone, onClose }: RenamePasskeyDialogProps) {
  const t = useTranslations('session.passkeys')
  const ofApp = useTranslations('app.refusals')
  const send = useSend()
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const seen = useSeenVersion(passkey.version)

  async function rename(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (!name) return setError(nameMissing)
    setError(undefined)
    setSending(true)
    try {
      const { renamePasskey } = await import('../api.ts')
      await send(renamePasskey, { params: { id: String(passkey.id) }, body: { name, version: seen.version } })
      await onDone()
      onClose()
    } catch (thrown) {
      if (!seen.note(thrown)) setError(codeOf(thrown))
      setSending(false)
    }
  }

  return (
    <Dialog title={t('renameTitle')} subject={passkey.name} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={rename}>
        <TextField
          name="name"
          label={t('name')}
          error={error && (error === nameMissing ? t(error) : ofApp(commonCode(error)))}
          defaultValue={passkey.name}
          maxLength={longestPasskeyName}
          autoComplete="off"
        />
        <ChangedMeanwhile
          current={seen.current}
          onTake={() => {
            void onDone()
            onClose()
          }}
        >
          {String(seen.current?.name)}
        </ChangedMeanwhile>
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {t('leave')}
          </Button>
          <Button type="submit" isBusy={isSending}>
            {t('rename')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
