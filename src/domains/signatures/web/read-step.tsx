import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { paperWritten } from '#kit/web/graphics/icons.ts'
import type { Signature } from '../api.ts'
import { useCanShowPdf, useDocumentAddress } from './document-preview.ts'
import styles from './read-step.module.css'
import { StepHeading } from './step-heading.tsx'
import { useProblemMessage } from './use-problem-message.ts'
import type { Signing } from './use-signing.ts'

type ReadStepProps = { signature: Signature; signing: Signing; onRead: () => void }

/** The step that shows the document: within the page where browser and screen support it, and always one click away. */
export function ReadStep({ signature: { id, document_sha256 }, signing, onRead }: ReadStepProps) {
  const t = useTranslations('signatures.read')
  const address = useDocumentAddress(id)
  const problem = useProblemMessage(signing.problem?.code === 'document_changed' ? signing.problem : null)
  const showsPdf = useCanShowPdf()
  return (
    <section className="stack">
      <StepHeading step="read" />
      {problem && (
        <Banner key={signing.problem?.attempt} tone="warning" isAlert>
          {problem.text}
        </Banner>
      )}
      <p className="soft">{t('text')}</p>
      <div className="line">
        <ButtonLink variant="second" icon={paperWritten} href={address} target="_blank">
          {t('open')}
        </ButtonLink>
      </div>
      {showsPdf && (
        <iframe key={document_sha256} className={styles.document} title={t('frame')} src={`${address}#navpanes=0`} />
      )}
      <div className="line">
        <Button onClick={onRead}>{t('next')}</Button>
      </div>
    </section>
  )
}
