import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { reloadPage } from '#kit/web/reload-page.ts'

/** Tells over the page that its session is over. The way out signs out for good, and back in to the same page. */
export function SessionEndedDialog() {
  const t = useTranslations('session.sessionEnded')
  const send = useSend()
  const [isLeaving, setLeaving] = useState(false)

  async function leave() {
    setLeaving(true)
    const { logOut } = await import('../api.ts')
    // Where it cannot be told, the session is over all the same.
    await send(logOut, {}).catch(() => {})
    reloadPage()
  }

  return (
    <Dialog title={t('title')} isClosable={false} onClose={leave}>
      <p>{t('text')}</p>
      <DialogActions>
        <Button isBusy={isLeaving} onClick={leave}>
          {t('exit')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
