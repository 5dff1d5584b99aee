import { useTranslations } from 'use-intl'
import { SecondFactorForm } from '#domains/session/web/sign-in/second-factor-form.tsx'
import { Button } from '#kit/web/action/button.tsx'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useBoot, usePortal } from '#kit/web/portal.ts'

/** Shows over the page that the session has ended, and asks for re-authentication when a call requires it. */
export function SessionWatch() {
  const { sessionEnded } = useBoot()
  return sessionEnded ? <EndedDialog /> : <OperatorReauthenticationDialog />
}

function EndedDialog() {
  const t = useTranslations('operator-area.ended')
  return (
    <Dialog title={t('title')} isClosable={false} onClose={reloadPage}>
      <p>{t('text')}</p>
      <DialogActions>
        <Button onClick={reloadPage}>{t('signIn')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function OperatorReauthenticationDialog() {
  const t = useTranslations('operator-area.proof')
  const portal = usePortal()
  const answer = (isConfirmed: boolean) => portal.answerReauthentication?.(isConfirmed)
  return (
    <Dialog title={t('title')} onClose={() => answer(false)}>
      <p>{t('why')}</p>
      <SecondFactorForm
        kinds={['code', 'recovery_code']}
        submit={t('confirm')}
        onSubmit={async (factor) => {
          if (!('code' in factor)) return
          const { reauthenticateOperator } = await import('#domains/operators/desk/api.ts')
          await portal.send(reauthenticateOperator, { body: factor })
          answer(true)
        }}
      >
        <Button variant="quiet" onClick={() => answer(false)}>
          {t('leave')}
        </Button>
      </SecondFactorForm>
    </Dialog>
  )
}
