import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import type { Signature } from '../api.ts'
import { PaperContent } from './paper-content.tsx'
import { PaperStep } from './paper-step.tsx'
import type { Signing } from './use-signing.ts'

type AnnexStepProps = {
  signature: Signature & { annex: NonNullable<Signature['annex']> }
  signing: Signing
  onAccepted: () => void
}

/** The step that shows a paper of its own, such as a renunciation, and records that the signer accepts it. */
export function AnnexStep({ signature: { id, annex }, signing, onAccepted }: AnnexStepProps) {
  const t = useTranslations('signatures.annex')
  const isAccepted = annex.accepted_at !== null
  const [isChecked, setChecked] = useState(isAccepted)
  const [isMissing, setMissing] = useState(false)

  async function proceed() {
    setMissing(!isChecked)
    if (isChecked && (isAccepted || (await signing.acceptAnnex(annex.sha256)))) onAccepted()
  }

  return (
    <PaperStep step="annex" signatureId={id} signing={signing} isRecorded={isAccepted} onNext={proceed}>
      <PaperContent paper={annex.paper} />
      <Checkbox
        label={t('accept')}
        error={isMissing ? t('missing') : undefined}
        checked={isChecked}
        disabled={isAccepted}
        onChange={({ target }) => setChecked(target.checked)}
      />
    </PaperStep>
  )
}
