import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ContractingWidgets } from '#domains/consent/web/contracting-widgets.tsx'
import { PlainLeadForm } from '#domains/leads/web/plain-lead-form.tsx'
import { NoScriptNotice } from '#domains/operator/web/no-script-notice.tsx'
import { Banner } from '#kit/web/banner.tsx'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { ErrorBanner } from '#kit/web/error-banner.tsx'
import { ErrorSummary } from '#kit/web/error-summary.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { Stepper } from '#kit/web/stepper.tsx'
import { useOneTimeSearchParam } from '#kit/web/use-one-time-search-param.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import type { ContractKind, StepName } from '../wizard.ts'
import { InstallationStep } from './installation-step.tsx'
import { checksByPersonQuery } from './queries.ts'
import { useFieldLabel } from './use-field-label.ts'
import { useWizard, type Wizard } from './use-wizard.ts'
import styles from './wizard.module.css'
import { WizardHelp } from './wizard-help.tsx'

const PersonStep = lazy(async () => ({ default: (await import('./person-step.tsx')).PersonStep }))
const ContractStep = lazy(async () => ({ default: (await import('./contract-step.tsx')).ContractStep }))
const GasContractStep = lazy(async () => ({ default: (await import('./gas-contract-step.tsx')).GasContractStep }))
const PaymentStep = lazy(async () => ({ default: (await import('./payment-step.tsx')).PaymentStep }))
const ConfirmationStep = lazy(async () => ({ default: (await import('./confirmation-step.tsx')).ConfirmationStep }))
const FinishStep = lazy(async () => ({ default: (await import('./finish-step.tsx')).FinishStep }))
const DraftConflictPanel = lazy(async () => ({ default: (await import('./draft-conflict.tsx')).DraftConflictPanel }))
const ContinueLater = lazy(async () => ({ default: (await import('./continue-later.tsx')).ContinueLater }))

/** The page of a new contract of the kind in the address, step by step. */
export function ContractingScreen() {
  const kind = useLocation({ select: ({ pathname }) => kindOf(pathname) })
  return <ContractingForm key={kind} kind={kind} />
}

function ContractingForm({ kind }: { kind: ContractKind }) {
  const t = useTranslations('contracting.wizard')
  const wizard = useWizard(kind)
  const { hasUpstream } = useBoot()
  const labelOf = useFieldLabel(wizard)
  const disabledReason = useReadonlyReason()
  const { current, steps, draft, errors, failure, news, attempt, isSending, mayJumpTo, submit } = wizard
  const hrefOf = (step: StepName) => `/new-${kind}-customer?step=${step}`
  const heading = useHeadingFocus(current)
  const isLast = current === 'confirmation'
  // Only the details of a company that is called back are sent.
  const makesContract = steps.includes('contract') || steps.includes('gasContract')
  useOneTimeSearchParam('promocode', wizard.applyPromoCode)
  useOneTimeSearchParam('lead', (leadId) => void wizard.takeUp(leadId))
  useOneTimeSearchParam('failed', (code) => code === 'link_over' && wizard.tellLinkOver())

  function send(event: FormEvent) {
    event.preventDefault()
    if (disabledReason === undefined) void submit()
  }

  function withFieldLabel(field: string | null, problem: string): string {
    return field === null ? problem : t('problemOf', { field, problem })
  }

  const problems = Object.entries(errors).map(([field, message]) => ({
    fieldId: wizard.idOf(field),
    message: withFieldLabel(labelOf(field), message),
  }))

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
        <form className={styles.form} method="post" noValidate data-needs-script onSubmit={send}>
          {news && (
            <Banner tone="notice" isAlert>
              {news}
            </Banner>
          )}
          {problems.length > 0 && <ErrorSummary problems={problems} attempt={attempt} />}
          {wizard.conflict && (
            <Suspense>
              <DraftConflictPanel wizard={wizard} conflict={wizard.conflict} />
            </Suspense>
          )}
          {draft.isRestOfDual && (
            <Banner
              tone="positive"
              action={
                draft.ended[0]?.signatureUrl && (
                  <ButtonLink variant="second" isSmall href={draft.ended[0].signatureUrl}>
                    {t('signOf.electricity')}
                  </ButtonLink>
                )
              }
            >
              {t('restOfDual')}
            </Banner>
          )}
          <Suspense fallback={<Skeleton kind="rows" count={4} />}>
            <Step wizard={wizard} hrefOf={hrefOf} />
          </Suspense>
          <ErrorBanner>{failure}</ErrorBanner>
          <div className={styles.actions}>
            {wizard.hasBack && (
              <Button variant="second" onClick={wizard.goBack}>
                {t('previous')}
              </Button>
            )}
            <Button
              type="submit"
              isBusy={isSending}
              disabledReason={disabledReason ?? (draft.blocked && current === 'person' ? t('blockedNext') : undefined)}
            >
              {isLast
                ? t(makesContract ? 'confirm' : 'confirmDetails')
                : t(`next.${draft.isRestOfDual ? 'payment' : current}`)}
            </Button>
          </div>
          {isLast && makesContract && <p className="small soft">{t('confirmNote')}</p>}
          {isLast && makesContract && draft.isCheckedByPerson && <p className="small soft">{t('personChecks')}</p>}
          {current === 'installation' && makesContract && <ChecksByPerson />}
        </form>
      )}
      {current !== 'finish' && draft.leads.main !== null && !hasUpstream && (
        <Suspense>
          <ContinueLater wizard={wizard} leadId={draft.leads.main} />
        </Suspense>
      )}
    </div>
  )
}

/** Announces an operator's check before anything is typed, so that the visitor does not expect to sign at once. */
function ChecksByPerson() {
  const t = useTranslations('contracting.wizard')
  const { data: isByPerson } = useQuery(checksByPersonQuery(useSend()))
  return isByPerson && <p className="small soft">{t('personChecks')}</p>
}

function Step({ wizard, hrefOf }: { wizard: Wizard; hrefOf: (step: StepName) => string }) {
  switch (wizard.current) {
    case 'installation':
      return <InstallationStep wizard={wizard} />
    case 'person':
      return <PersonStep wizard={wizard} />
    case 'contract':
      return <ContractStep wizard={wizard} />
    case 'gasContract':
      return <GasContractStep wizard={wizard} />
    case 'payment':
      return <PaymentStep wizard={wizard} />
    default:
      return <ConfirmationStep wizard={wizard} hrefOf={hrefOf} />
  }
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
