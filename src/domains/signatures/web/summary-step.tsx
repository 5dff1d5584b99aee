import { useLocale, useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { paperWritten } from '#kit/web/graphics/icons.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Signature } from '../api.ts'
import { useDocumentAddress } from './document-preview.ts'
import { PaperContent } from './paper-content.tsx'
import { StepHeading } from './step-heading.tsx'
import { useProblemMessage } from './use-problem-message.ts'
import type { Signing } from './use-signing.ts'

type SummaryStepProps = {
  signature: Signature & { summary: NonNullable<Signature['summary']> }
  signing: Signing
  onRead: () => void
}

/** The step that shows the main points in simple words, before the document, and records that they were read. */
export function SummaryStep({ signature: { id, summary }, signing, onRead }: SummaryStepProps) {
  const t = useTranslations('signatures.summary')
  const locale = useLocale()
  const address = useDocumentAddress(id, 'summary')
  const problem = useProblemMessage(signing.problem)
  const readonlyReason = useReadonlyReason()

  async function proceed() {
    if (summary.read_at !== null || (await signing.markSummaryRead(summary.sha256))) onRead()
  }

  return (
    <section className="stack">
      <StepHeading step="summary" />
      <ErrorBanner key={signing.problem?.attempt}>{problem?.text}</ErrorBanner>
      <p className="soft">{t('text')}</p>
      {summary.papers.map((paper) => (
        <PaperContent key={paper.title} paper={paper} />
      ))}
      {summary.read_at !== null && (
        <p className="small soft">{t('read', { at: formatInstant(new Date(summary.read_at), locale) })}</p>
      )}
      <div className="line">
        <Button
          isBusy={signing.isBusy}
          disabledReason={summary.read_at === null ? readonlyReason : undefined}
          onClick={proceed}
        >
          {t('next')}
        </Button>
        <ButtonLink variant="second" icon={paperWritten} href={address} target="_blank">
          {t('open')}
        </ButtonLink>
      </div>
    </section>
  )
}
