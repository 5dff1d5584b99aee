import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Search } from '#kit/web/page.ts'
import { Stepper } from '#kit/web/stepper.tsx'
import type { Signature } from '../api.ts'
import { CodeStep } from './code-step.tsx'
import { ReadStep } from './read-step.tsx'
import { SignStep } from './sign-step.tsx'
import { stepHeadingId } from './step-heading.tsx'
import { useSigning } from './use-signing.ts'
import { WithdrawRequest } from './withdraw-request.tsx'

const steps = ['read', 'code', 'sign'] as const
type Step = (typeof steps)[number]

/** The three steps of signing. The address says which is shown; without that, it is the one that the signature is at. */
export function SigningSteps({ signature }: { signature: Signature }) {
  const t = useTranslations('signatures.steps')
  const navigate = useNavigate()
  const signing = useSigning(signature, () => void goTo('read'))
  const { step: asked } = useSearch({ strict: false }) as Search
  // A code that has just turned out to be gone leads to the next one, and not to the beginning.
  const step = stepAt(asked ?? (signing.problem ? 'sign' : undefined), signature)
  useFocusOnNext(step)

  function goTo(next: Step) {
    return navigate({ to: '.', search: { step: next } as never })
  }

  return (
    <>
      <Stepper
        label={t('label')}
        current={step}
        steps={steps.map((key) => ({ key, label: t(key), href: `/signature/${signature.id}?step=${key}` }))}
      />
      {step === 'read' && (
        <ReadStep signature={signature} signing={signing} onRead={() => void goTo(signature.code ? 'sign' : 'code')} />
      )}
      {step === 'code' && <CodeStep signature={signature} signing={signing} onSent={() => void goTo('sign')} />}
      {step === 'sign' && <SignStep signature={signature} signing={signing} />}
      {signature.contract && <WithdrawRequest signatureId={signature.id} contractName={signature.contract.name} />}
    </>
  )
}

/** The step to show: nobody types a code that is not out. */
function stepAt(asked: string | undefined, { code }: Pick<Signature, 'code'>): Step {
  if (asked === 'read' || asked === 'code') return asked
  if (code) return 'sign'
  return asked === 'sign' ? 'code' : 'read'
}

function useFocusOnNext(step: Step) {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) document.getElementById(stepHeadingId)?.focus()
    shown.current = step
  }, [step])
}
