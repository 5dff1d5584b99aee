import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { paperWritten } from '#kit/web/graphics/icons.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import type { Signature } from '../api.ts'
import { useDocumentAddress } from './document-preview.ts'
import { PaperContent } from './paper-content.tsx'
import { StepHeading } from './step-heading.tsx'
import { useProblemMessage } from './use-problem-message.ts'
import type { Signing } from './use-signing.ts'

type AnnexStepProps = {
  signature: Signature & { annex: NonNullable<Signature['annex']> }
  signing: Signing
  onAccepted: () => void
}

/** The step that shows a paper of its own, such as a renunciation, and records that the signer accepts it. */
export function AnnexStep({ signature: { id, annex }, signing, onAccepted }: AnnexStepProps) {
  const t = useTranslations('signatures.annex')
  const address = useDocumentAddress(id, 'annex')
  const problem = useProblemMessage(signing.problem)
  const readonlyReason = useReadonlyReason()
  const isAccepted = annex.accepted_at !== null
  const [isChecked, setChecked] = useState(isAccepted)
  const [isMissing, setMissing] = useState(false)

  async function proceed() {
    setMissing(!isChecked)
    if (isChecked && (isAccepted || (await signing.acceptAnnex(annex.sha256)))) onAccepted()
  }

  return (
    <section className="stack">
      <StepHeading step="annex" />
      <ErrorBanner key={signing.problem?.attempt}>{problem?.text}</ErrorBanner>
      <p className="soft">{t('text')}</p>
      <PaperContent paper={annex.paper} />
      <Checkbox
        label={t('accept')}
        error={isMissing ? t('missing') : undefined}
        checked={isChecked}
        disabled={isAccepted}
        onChange={({ target }) => setChecked(target.checked)}
      />
      <div className="line">
        <Button isBusy={signing.isBusy} disabledReason={isAccepted ? undefined : readonlyReason} onClick={proceed}>
          {t('next')}
        </Button>
        <ButtonLink variant="second" icon={paperWritten} href={address} target="_blank">
          {t('open')}
        </ButtonLink>
      </div>
    </section>
  )
}
