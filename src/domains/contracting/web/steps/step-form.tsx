import { useQuery } from '@tanstack/react-query'
import { type FormEvent, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { ErrorSummary } from '#kit/web/form/error-summary.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import type { StepName } from '../../wizard.ts'
import { checksByPersonQuery } from '../queries.ts'
import { InstallationStep } from '../supply/installation-step.tsx'
import type { Wizard } from '../use-wizard.ts'
import styles from '../wizard.module.css'
import { useFieldLabel } from './use-field-label.ts'

const PersonStep = lazyPart(async () => (await import('../holder/person-step.tsx')).PersonStep)
const ContractStep = lazyPart(async () => (await import('../product/contract-step.tsx')).ContractStep)
const GasContractStep = lazyPart(async () => (await import('../product/gas-contract-step.tsx')).GasContractStep)
const PaymentStep = lazyPart(async () => (await import('../payment/payment-step.tsx')).PaymentStep)
const ConfirmationStep = lazyPart(async () => (await import('../review/confirmation-step.tsx')).ConfirmationStep)
const DraftConflictPanel = lazyPart(async () => (await import('../draft/draft-conflict.tsx')).DraftConflictPanel)

type StepFormProps = { wizard: Wizard; hrefOf: (step: StepName) => string }

/** The form of the shown step: what is wrong with it, its fields, and the way on. */
export function StepForm({ wizard, hrefOf }: StepFormProps) {
  const t = useTranslations('contracting.wizard')
  const labelOf = useFieldLabel(wizard)
  const disabledReason = useReadonlyReason()
  const { draft, errors, failure, news, attempt, submit } = wizard

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
      {draft.isRestOfDual && <RestOfDualNotice wizard={wizard} />}
      <Suspense fallback={<Skeleton kind="rows" count={4} />}>
        <Step wizard={wizard} hrefOf={hrefOf} />
      </Suspense>
      <ErrorBanner>{failure}</ErrorBanner>
      <StepActions wizard={wizard} disabledReason={disabledReason} />
    </form>
  )
}

/** Tells that the electricity contract exists and only its gas is left. */
function RestOfDualNotice({ wizard: { draft } }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  return (
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
  )
}

function StepActions({ wizard, disabledReason }: { wizard: Wizard; disabledReason: string | undefined }) {
  const t = useTranslations('contracting.wizard')
  const { current, steps, draft, isSending } = wizard
  if (current === 'finish') return null
  const isLast = current === 'confirmation'
  // Only the details of a company that is called back are sent.
  const makesContract = steps.includes('contract') || steps.includes('gasContract')
  return (
    <>
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
    </>
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
