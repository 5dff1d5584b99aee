import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'

/**
 * Shows over the page that its session has ended. The exit button signs out for good and reloads the page, which leads
 * through sign-in back to it.
 */
export function SessionEndedDialog() {
  const t = useTranslations('session.sessionEnded')
  const send = useSend()
  const [isSigningOut, setSigningOut] = useState(false)

  async function signOut() {
    setSigningOut(true)
    const { logOut } = await import('../../api.ts')
    // If the call fails, the session has ended all the same.
    await send(logOut, {}).catch(() => {})
    reloadPage()
  }

  return (
    <Dialog title={t('title')} isClosable={false} onClose={signOut}>
      <p>{t('text')}</p>
      <DialogActions>
        <Button isBusy={isSigningOut} onClick={signOut}>
          {t('exit')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
