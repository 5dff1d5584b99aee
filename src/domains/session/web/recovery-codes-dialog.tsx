import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { download } from '#kit/web/icons.ts'
import { keepFile } from '#kit/web/save-file.ts'
import styles from './code-app-dialog.module.css'

/** The codes by which one comes in who has lost everything else: shown this once, to be kept. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslations('session.recoveryCodes')
  const { name } = useSettings().organization

  function keep() {
    const text = [name, t('title'), '', ...codes, ''].join('\n')
    keepFile(new Blob([text], { type: 'text/plain' }), `${t('fileName')}.txt`)
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
        <Button variant="second" icon={download} onClick={keep}>
          {t('download')}
        </Button>
        <Button onClick={onClose}>{t('kept')}</Button>
      </DialogActions>
    </Dialog>
  )
}
