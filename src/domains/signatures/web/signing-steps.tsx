import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Stepper } from '#kit/web/navigation/stepper.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import type { Signature } from '../api.ts'
import { AnnexStep } from './annex-step.tsx'
import { CodeStep } from './code-step.tsx'
import { ReadStep } from './read-step.tsx'
import { SignStep } from './sign-step.tsx'
import { type SigningStep, signingSteps, stepHeadingId } from './step-heading.tsx'
import { SummaryStep } from './summary-step.tsx'
import { useSigning } from './use-signing.ts'

type SigningStepsProps = {
  signature: Signature
  /** An action that the signer can take instead of signing. */
  alternative: ReactNode
  onSigned: () => void
}

/** The steps of signing, the first of which is the summary where the document has one. The address says which is shown; otherwise it is the current step of the signature. */
export function SigningSteps({ signature, alternative, onSigned }: SigningStepsProps) {
  const t = useTranslations('signatures.steps')
  const navigate = useNavigate()
  const signing = useSigning(signature, {
    onDocumentChanged: () => void goTo(signature.summary ? 'summary' : 'read'),
    onSigned,
  })
  const { step: requestedStep } = useSearch({ strict: false }) as SearchParams
  // A code that has just become invalid leads to the next one, not to the beginning.
  const step = currentStep(requestedStep ?? (signing.problem ? 'sign' : undefined), signature)
  const afterPapers = signature.code ? 'sign' : 'code'
  useStepHeadingFocus(step)

  function goTo(next: SigningStep) {
    return navigate({ to: '.', search: { step: next } as never })
  }

  return (
    <>
      <Stepper
        label={t('label')}
        current={step}
        steps={stepsOf(signature).map((key) => ({
          key,
          label: t(key),
          href: `/signature/${signature.id}?step=${key}`,
        }))}
      />
      {step === 'summary' && signature.summary && (
        <SummaryStep
          signature={{ ...signature, summary: signature.summary }}
          signing={signing}
          onRead={() => void goTo('read')}
        />
      )}
      {step === 'read' && (
        <ReadStep
          signature={signature}
          signing={signing}
          onRead={() => void goTo(signature.annex ? 'annex' : afterPapers)}
        />
      )}
      {step === 'annex' && signature.annex && (
        <AnnexStep
          signature={{ ...signature, annex: signature.annex }}
          signing={signing}
          onAccepted={() => void goTo(afterPapers)}
        />
      )}
      {step === 'code' && <CodeStep signature={signature} signing={signing} onSent={() => void goTo('sign')} />}
      {step === 'sign' && <SignStep signature={signature} signing={signing} />}
      {alternative}
    </>
  )
}

function stepsOf({ summary, annex }: Signature): readonly SigningStep[] {
  return signingSteps.filter((step) => (step !== 'summary' || summary) && (step !== 'annex' || annex))
}

/**
 * Returns the step to show: nothing before the summary is read, no code before the annex is accepted, and a code can be
 * entered only once it was sent.
 */
function currentStep(requested: string | undefined, { code, summary, annex }: Signature): SigningStep {
  if (summary && (summary.read_at === null || requested === 'summary')) return 'summary'
  if (
    annex &&
    (requested === 'annex' || (requested !== undefined && requested !== 'read' && annex.accepted_at === null))
  )
    return 'annex'
  if (requested === 'read' || requested === 'code') return requested
  if (code) return 'sign'
  return requested === 'sign' ? 'code' : 'read'
}

function useStepHeadingFocus(step: SigningStep) {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) document.getElementById(stepHeadingId)?.focus()
    shown.current = step
  }, [step])
}
