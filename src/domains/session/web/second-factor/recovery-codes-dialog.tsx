import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Button } from '#kit/web/action/button.tsx'
import { saveBlob } from '#kit/web/action/download-file.ts'
import { download } from '#kit/web/graphics/icons.ts'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import styles from './code-app-dialog.module.css'

/** Shows the recovery codes once. Each signs in a user who has lost every other factor. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslations('session.recoveryCodes')
  const { name } = useSettings().organization

  function downloadCodes() {
    const text = [name, t('title'), '', ...codes, ''].join('\n')
    saveBlob(new Blob([text], { type: 'text/plain' }), `${t('fileName')}.txt`)
  }

  return (
    <Dialog title={t('keep')} isClosable={false} onClose={onClose}>
      <p>{t('about')}</p>
      <ul className={styles.codes} aria-label={t('title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="second" icon={download} onClick={downloadCodes}>
          {t('download')}
        </Button>
        <Button onClick={onClose}>{t('kept')}</Button>
      </DialogActions>
    </Dialog>
  )
}
