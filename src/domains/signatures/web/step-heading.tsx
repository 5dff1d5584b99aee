import { useTranslations } from 'use-intl'

export const stepHeadingId = 'signing-step'

/** The heading of a step, to which the focus goes when the step comes after another, so that it is read out. */
export function StepHeading({ step }: { step: 'read' | 'code' | 'sign' }) {
  const t = useTranslations('signatures.steps')
  return (
    <h2 id={stepHeadingId} tabIndex={-1}>
      {t(step)}
    </h2>
  )
}
