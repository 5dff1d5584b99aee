import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ContractingWidgets } from '#domains/consent/web/contracting-widgets.tsx'
import { PlainLeadForm } from '#domains/leads/web/plain-lead-form.tsx'
import { NoScriptNotice } from '#domains/retailer/web/no-script-notice.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { Stepper } from '#kit/web/navigation/stepper.tsx'
import { useOneTimeSearchParam } from '#kit/web/navigation/use-one-time-search-param.ts'
import { useBoot } from '#kit/web/portal.ts'
import type { ContractKind, StepName } from '../wizard.ts'
import { StepForm } from './steps/step-form.tsx'
import { useWizard } from './use-wizard.ts'
import styles from './wizard.module.css'
import { WizardHelp } from './wizard-help.tsx'

export { loadContracting as load } from './load-contracting.ts'

const FinishStep = lazyPart(async () => (await import('./review/finish-step.tsx')).FinishStep)
const ContinueLater = lazyPart(async () => (await import('./draft/continue-later.tsx')).ContinueLater)

/** The page of a new contract of the kind in the address, step by step. */
export function ContractingScreen() {
  const kind = useLocation({ select: ({ pathname }) => kindOf(pathname) })
  return <ContractingForm key={kind} kind={kind} />
}

function ContractingForm({ kind }: { kind: ContractKind }) {
  const t = useTranslations('contracting.wizard')
  const wizard = useWizard(kind)
  const { hasUpstream } = useBoot()
  const { current, steps, draft, mayJumpTo } = wizard
  const hrefOf = (step: StepName) => `/new-${kind}-customer?step=${step}`
  const heading = useHeadingFocus(current)
  useOneTimeSearchParam('promocode', wizard.applyPromoCode)
  useOneTimeSearchParam('lead', (leadId) => void wizard.takeUp(leadId))
  useOneTimeSearchParam('failed', (code) => code === 'link_over' && wizard.tellLinkOver())

  return (
    <div className={styles.screen}>
      <ContractingWidgets />
      <header className={styles.top}>
        <p className="soft">{t(`title.${kind}`)}</p>
        <WizardHelp />
      </header>
      {current !== 'finish' && (
        <Stepper
          label={t('stepsLabel')}
          current={current}
          steps={steps
            .filter((name) => name !== 'finish')
            .map((name) => ({ key: name, label: t(`steps.${name}`), href: hrefOf(name), isOpen: mayJumpTo(name) }))}
        />
      )}
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        {t(`headings.${current}`)}
      </h1>
      <NoScriptNotice form={<PlainLeadForm />}>{(ways) => t.rich('withoutScript', ways)}</NoScriptNotice>
      {current === 'finish' ? (
        <Suspense fallback={<Skeleton kind="rows" count={4} />}>
          <FinishStep wizard={wizard} />
        </Suspense>
      ) : (
        <StepForm wizard={wizard} hrefOf={hrefOf} />
      )}
      {current !== 'finish' && draft.leads.main !== null && !hasUpstream && (
        <Suspense>
          <ContinueLater wizard={wizard} leadId={draft.leads.main} />
        </Suspense>
      )}
    </div>
  )
}

/** Moves the focus to the heading of a new step, so that it is announced and nothing above is missed. */
function useHeadingFocus(step: StepName) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    heading.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [step])
  return heading
}

function kindOf(pathname: string): ContractKind {
  if (/gas/.test(pathname)) return 'gas'
  return /dual/.test(pathname) ? 'dual' : 'electricity'
}
