import { useTranslations } from 'use-intl'
import { FactorForm } from '#domains/session/web/factor-form.tsx'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { useBoot, usePortal } from '#kit/web/portal.ts'
import { reloadPage } from '#kit/web/reload-page.ts'

/** Tells over the page that the session is over, and asks who sits there where a call wants to know. */
export function SessionWatch() {
  const { sessionEnded } = useBoot()
  return sessionEnded ? <EndedDialog /> : <ProofDialog />
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

function ProofDialog() {
  const t = useTranslations('operator-area.proof')
  const portal = usePortal()
  const give = (isGiven: boolean) => portal.giveProof?.(isGiven)
  return (
    <Dialog title={t('title')} onClose={() => give(false)}>
      <p>{t('why')}</p>
      <FactorForm
        kinds={['code', 'recovery_code']}
        submit={t('confirm')}
        onGive={async (factor) => {
          if (!('code' in factor)) return
          const { proveOperator } = await import('#desks/operators/api.ts')
          await portal.send(proveOperator, { body: factor })
          give(true)
        }}
      >
        <Button variant="quiet" onClick={() => give(false)}>
          {t('leave')}
        </Button>
      </FactorForm>
    </Dialog>
  )
}
