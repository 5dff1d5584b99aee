import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { commonCodeOf } from '#kit/outage.ts'
import { Button } from '#kit/web/action/button.tsx'
import { StaleEditBanner } from '#kit/web/form/stale-edit-banner.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useEditVersion } from '#kit/web/form/use-edit-version.ts'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { maxPasskeyNameLength } from '../../rules.ts'
import type { Passkey } from '../../second-factor-api.ts'

const nameMissing = 'nameMissing'

type RenamePasskeyDialogProps = { passkey: Passkey; onDone: () => Promise<void>; onClose: () => void }

/** Renames a passkey. */
export function RenamePasskeyDialog({ passkey, onDone, onClose }: RenamePasskeyDialogProps) {
  const t = useTranslations('session.passkeys')
  const tApp = useTranslations('app.refusals')
  const send = useSend()
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const seen = useEditVersion(passkey.version)

  async function rename(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (!name) return setError(nameMissing)
    setError(undefined)
    setSending(true)
    try {
      const { renamePasskey } = await import('../../second-factor-api.ts')
      await send(renamePasskey, { params: { id: String(passkey.id) }, body: { name, version: seen.version } })
      await onDone()
      onClose()
    } catch (thrown) {
      if (!seen.noteConflict(thrown)) setError(failureCodeOf(thrown))
      setSending(false)
    }
  }

  return (
    <Dialog title={t('renameTitle')} subject={passkey.name} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={rename}>
        <TextField
          name="name"
          label={t('name')}
          error={error && (error === nameMissing ? t(error) : tApp(commonCodeOf(error)))}
          defaultValue={passkey.name}
          maxLength={maxPasskeyNameLength}
          autoComplete="off"
        />
        <StaleEditBanner
          current={seen.current}
          onAcceptCurrent={() => {
            void onDone()
            onClose()
          }}
        >
          {String(seen.current?.name)}
        </StaleEditBanner>
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
