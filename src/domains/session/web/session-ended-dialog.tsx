import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { reloadPage } from '#kit/web/reload-page.ts'

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
    const { logOut } = await import('../api.ts')
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
