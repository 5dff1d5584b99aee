import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { paperWritten } from '#kit/web/graphics/icons.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { useDocumentAddress } from './document-preview.ts'
import { StepHeading } from './step-heading.tsx'
import { useProblemMessage } from './use-problem-message.ts'
import type { Signing } from './use-signing.ts'

type PaperStepProps = {
  step: 'summary' | 'annex'
  signatureId: string
  signing: Signing
  /** Whether going on records nothing, since it was recorded before. */
  isRecorded: boolean
  onNext: () => void
  children: ReactNode
}

/** The frame of a step that shows a paper, opens it as a PDF, and records what its reader did before going on. */
export function PaperStep({ step, signatureId, signing, isRecorded, onNext, children }: PaperStepProps) {
  const t = useTranslations(`signatures.${step}`)
  const address = useDocumentAddress(signatureId, step)
  const problem = useProblemMessage(signing.problem)
  const readonlyReason = useReadonlyReason()
  return (
    <section className="stack">
      <StepHeading step={step} />
      <ErrorBanner key={signing.problem?.attempt}>{problem?.text}</ErrorBanner>
      <p className="soft">{t('text')}</p>
      {children}
      <div className="line">
        <Button isBusy={signing.isBusy} disabledReason={isRecorded ? undefined : readonlyReason} onClick={onNext}>
          {t('next')}
        </Button>
        <ButtonLink variant="second" icon={paperWritten} href={address} target="_blank">
          {t('open')}
        </ButtonLink>
      </div>
    </section>
  )
}
