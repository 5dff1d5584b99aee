import { useLocale, useTranslations } from 'use-intl'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Signature } from '../api.ts'
import { PaperContent } from './paper-content.tsx'
import { PaperStep } from './paper-step.tsx'
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

  async function proceed() {
    if (summary.read_at !== null || (await signing.markSummaryRead(summary.sha256))) onRead()
  }

  return (
    <PaperStep step="summary" signatureId={id} signing={signing} isRecorded={summary.read_at !== null} onNext={proceed}>
      {summary.papers.map((paper) => (
        <PaperContent key={paper.title} paper={paper} />
      ))}
      {summary.read_at !== null && (
        <p className="small soft">{t('read', { at: formatInstant(new Date(summary.read_at), locale) })}</p>
      )}
    </PaperStep>
  )
}
