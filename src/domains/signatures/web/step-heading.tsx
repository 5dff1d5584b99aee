import { useTranslations } from 'use-intl'

export const signingSteps = ['summary', 'read', 'annex', 'code', 'sign'] as const
export type SigningStep = (typeof signingSteps)[number]

export const stepHeadingId = 'signing-step'

/** The heading of a step. It receives the focus when the step follows another, so that it is announced. */
export function StepHeading({ step }: { step: SigningStep }) {
  const t = useTranslations('signatures.steps')
  return (
    <h2 id={stepHeadingId} tabIndex={-1}>
      {t(step)}
    </h2>
  )
}
