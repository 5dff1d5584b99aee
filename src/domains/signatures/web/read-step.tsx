import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { paperWritten } from '#kit/web/icons.ts'
import type { Signature } from '../api.ts'
import styles from './read-step.module.css'
import { StepHeading } from './step-heading.tsx'
import { useDocumentAddress, useShowsPdf } from './use-document.ts'

/** The document: within the page where the browser and the screen are up to it, and always one press away. */
export function ReadStep({ signature: { id }, onRead }: { signature: Signature; onRead: () => void }) {
  const t = useTranslations('signatures.read')
  const address = useDocumentAddress(id)
  const isShown = useShowsPdf()
  return (
    <section className="stack">
      <StepHeading step="read" />
      <p className="soft">{t('words')}</p>
      <div className="line">
        <ButtonLink variant="second" icon={paperWritten} href={address} target="_blank">
          {t('open')}
        </ButtonLink>
      </div>
      {isShown && <iframe className={styles.document} title={t('frame')} src={`${address}#navpanes=0`} />}
      <div className="line">
        <Button onClick={onRead}>{t('next')}</Button>
      </div>
    </section>
  )
}
