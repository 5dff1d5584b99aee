import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ContractingWidgets } from '#domains/consent/web/contracting-widgets.tsx'
import { PlainLeadForm } from '#domains/leads/web/plain-lead-form.tsx'
import { WithoutScript } from '#domains/operator/web/without-script.tsx'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { ErrorSummary } from '#kit/web/error-summary.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { Stepper } from '#kit/web/stepper.tsx'
import { useTakenFromAddress } from '#kit/web/use-taken-from-address.ts'
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
const DraftConflict = lazy(async () => ({ default: (await import('./draft-conflict.tsx')).DraftConflict }))
const ContinueLater = lazy(async () => ({ default: (await import('./continue-later.tsx')).ContinueLater }))

/** A new contract of the kind that the address names, step by step. */
export function ContractingScreen() {
  const kind = useLocation({ select: ({ pathname }) => kindOf(pathname) })
  return <ContractingForm key={kind} kind={kind} />
}

function ContractingForm({ kind }: { kind: ContractKind }) {
  const t = useTranslations('contracting.wizard')
  const wizard = useWizard(kind)
  const { hasUpstream } = useBoot()
  const labelOf = useFieldLabel(wizard)
  const whyNot = useReadonlyReason()
  const { current, steps, draft, errors, failure, news, attempt, isSending, mayJumpTo, submit } = wizard
  const hrefOf = (step: StepName) => `/new-${kind}-customer?step=${step}`
  const heading = useHeadingFocus(current)
  const isLast = current === 'confirmation'
  // A company that is called back leaves its details alone.
  const makesContract = steps.includes('contract') || steps.includes('gasContract')
  useTakenFromAddress('promocode', wizard.bringCode)
  useTakenFromAddress('lead', (leadId) => void wizard.takeUp(leadId))
  useTakenFromAddress('failed', (code) => code === 'link_over' && wizard.tellLinkOver())

  function send(event: FormEvent) {
    event.preventDefault()
    if (whyNot === undefined) void submit()
  }

  function labelled(field: string | null, problem: string): string {
    return field === null ? problem : t('problemOf', { field, problem })
  }

  const problems = Object.entries(errors).map(([field, message]) => ({
    fieldId: wizard.idOf(field),
    message: labelled(labelOf(field), message),
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
      <WithoutScript form={<PlainLeadForm />}>{(ways) => t.rich('withoutScript', ways)}</WithoutScript>
      {current === 'finish' ? (
        <Suspense fallback={<Skeleton kind="rows" count={4} />}>
          <FinishStep wizard={wizard} />
        </Suspense>
      ) : (
        <form className={styles.form} method="post" noValidate data-needs-script onSubmit={send}>
          {news && (
            <Banner tone="notice" isNews>
              {news}
            </Banner>
          )}
          {problems.length > 0 && <ErrorSummary problems={problems} attempt={attempt} />}
          {wizard.conflict && (
            <Suspense>
              <DraftConflict wizard={wizard} conflict={wizard.conflict} />
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
          <Failure>{failure}</Failure>
          <div className={styles.actions}>
            {wizard.hasBack && (
              <Button variant="second" onClick={wizard.goBack}>
                {t('previous')}
              </Button>
            )}
            <Button
              type="submit"
              isBusy={isSending}
              whyNot={whyNot ?? (draft.blocked && current === 'person' ? t('blockedNext') : undefined)}
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

/** Said before anything is typed, so that nobody counts on signing at once. */
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

/** On another step the focus begins at its heading, so that it is read out and nothing above it is missed. */
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
