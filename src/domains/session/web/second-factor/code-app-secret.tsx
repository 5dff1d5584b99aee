import { useTranslations } from 'use-intl'
import { Identifier } from '#kit/web/display/identifier.tsx'
import styles from './code-app-dialog.module.css'

type CodeAppSecretProps = { app: { qr: { size: number; path: string }; secret: string; address: string } }

/** The secret of an authenticator app, as a QR code, to type, and as a link that opens the app. */
export function CodeAppSecret({ app }: CodeAppSecretProps) {
  const t = useTranslations('session')
  return (
    <>
      <p>{t('codeApp.scan')}</p>
      <svg
        className={styles.drawn}
        viewBox={`0 0 ${app.qr.size} ${app.qr.size}`}
        role="img"
        aria-label={t('codeApp.picture')}
      >
        <path d={app.qr.path} />
      </svg>
      <div className={styles.byHand}>
        <p className="small soft">{t('codeApp.byHand')}</p>
        <Identifier groups={app.secret.match(/.{4}/g) ?? []} value={app.secret} label={t('codeApp.secret')} />
        <p>
          <a href={app.address}>{t('codeApp.openApp')}</a>
        </p>
      </div>
    </>
  )
}
