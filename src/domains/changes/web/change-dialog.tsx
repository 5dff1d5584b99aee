import type { FormEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { commonCodeOf } from '#kit/outage.ts'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { ErrorSummary } from '#kit/web/form/error-summary.tsx'
import { StaleEditBanner } from '#kit/web/form/stale-edit-banner.tsx'
import { DescriptionList } from '#kit/web/list/description-list.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import type { ChangeReply } from '../api.ts'
import styles from './change-dialog.module.css'
import type { ChangeableContract } from './changeable-contract.ts'
import { type ChangeForm, type ChangeStep, changeFieldId } from './use-change-form.ts'

type ChangeDialogProps = {
  title: string
  contract: ChangeableContract
  change: ChangeForm
  /** The label of the submit button, with its object. */
  submitLabel: string
  /** Why the input cannot be reviewed yet. */
  reviewDisabledReason?: string
  /** Distinguishes a field from others with the same error message. */
  nameOfField?: (field: string) => string | undefined
  isWide?: boolean
  /** The current value as display text, where another device has changed it. */
  currentValue?: string | undefined
  /** The answers to review before submitting, as `Fact`s. */
  answers: ReactNode
  /** The steps that follow the request, in order. */
  next: readonly string[]
  /** The content beside both the review and the fields. */
  aside?: ReactNode
  /** The total in one sentence; null while it is not known. On a phone it stays in view above the buttons. */
  sum?: string | null
  onClose: () => void
  children: ReactNode
}

/**
 * The dialog that requests a contract change: the fields, then the review, then the remaining steps. The input is kept
 * across all steps.
 */
export function ChangeDialog(props: ChangeDialogProps) {
  const { title, contract, change, isWide, onClose } = props
  const t = useTranslations('changes.dialog')
  const { step } = change
  return (
    <Dialog
      title={useStepTitle(title, step)}
      subject={t('subject', { name: contract.name, street: contract.street })}
      isWide={isWide}
      isClosable={step.kind !== 'submitting'}
      onClose={onClose}
    >
      {step.kind === 'success' && <ChangeRequested step={step} onClose={onClose} />}
      {step.kind === 'error' && <ChangeFailed step={step} onRetry={change.correct} onClose={onClose} />}
      <ChangeFields {...props} />
      {(step.kind === 'checking' || step.kind === 'submitting') && <ChangeReview {...props} />}
    </Dialog>
  )
}

function useStepTitle(title: string, step: ChangeStep): string {
  const t = useTranslations('changes.dialog')
  switch (step.kind) {
    case 'selecting':
      return title
    case 'checking':
    case 'submitting':
      return t('check')
    case 'success':
      return t(needsSignature(step.reply) ? 'waiting.title' : 'asked.title')
    case 'error':
      return t('failed.title')
  }
}

function ChangeFields(props: ChangeDialogProps) {
  const { change, reviewDisabledReason, nameOfField, currentValue, aside, sum, onClose, children } = props
  const t = useTranslations('changes.dialog')
  const { step, problems, attempt, review } = change
  const problemList = Object.entries(problems).map(([field, message]) => ({
    fieldId: changeFieldId(field),
    message: [nameOfField?.(field), message].filter(Boolean).join(' · '),
  }))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!reviewDisabledReason) review()
  }

  return (
    <form noValidate onSubmit={submit} hidden={step.kind !== 'selecting'}>
      <div className="stack stack-wide">
        {problemList.length > 0 && step.kind === 'selecting' && (
          <ErrorSummary problems={problemList} attempt={attempt} />
        )}
        <StaleEditBanner current={change.current} onAcceptCurrent={onClose}>
          {currentValue}
        </StaleEditBanner>
        <WithAside aside={aside}>{children}</WithAside>
        {sum !== undefined && (
          <p className={styles.sum} role="status">
            {sum}
          </p>
        )}
        <DialogActions>
          <Button variant="second" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabledReason={reviewDisabledReason}>
            {t('review')}
          </Button>
        </DialogActions>
      </div>
    </form>
  )
}

function ChangeReview({
  change: { step, correct, submit },
  answers,
  next,
  aside,
  sum,
  submitLabel,
}: ChangeDialogProps) {
  const t = useTranslations('changes.dialog')
  const isBusy = step.kind === 'submitting'
  return (
    <div className="stack stack-wide">
      <WithAside aside={aside}>
        <DescriptionList layout="pairs">{answers}</DescriptionList>
        <div className="stack">
          <h3>{t('next')}</h3>
          <ol className={styles.next}>
            {next.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ol>
        </div>
      </WithAside>
      {/* Announced as it changed in the form; it no longer changes here. */}
      {sum && <p className={styles.sum}>{sum}</p>}
      <DialogActions>
        <Button variant="second" disabled={isBusy} onClick={correct}>
          {t('back')}
        </Button>
        <Button isBusy={isBusy} onClick={() => void submit()}>
          {submitLabel}
        </Button>
      </DialogActions>
    </div>
  )
}

/** Places content and its aside side by side; on a phone the aside comes below, before the buttons. */
function WithAside({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={aside ? styles.withAside : undefined}>
      <div className="stack stack-wide">{children}</div>
      {aside}
    </div>
  )
}

// An upstream server may need no signature, or collect it elsewhere.
function needsSignature({ waiting_for_signature: isWaiting, signature }: ChangeReply): boolean {
  return isWaiting || signature !== undefined
}

function ChangeRequested({
  step: { reply },
  onClose,
}: {
  step: Extract<ChangeStep, { kind: 'success' }>
  onClose: () => void
}) {
  const t = useTranslations('changes.dialog')
  const { signature } = reply
  if (!signature)
    return (
      <>
        <p>{t(needsSignature(reply) ? 'waiting.elsewhere' : 'asked.text')}</p>
        <DialogActions>
          <Button onClick={onClose}>{t('close')}</Button>
        </DialogActions>
      </>
    )
  return (
    <>
      <div className="stack">
        <p>{t('waiting.text')}</p>
        <p className="small soft">{t('waiting.later')}</p>
      </div>
      <DialogActions>
        <Button variant="second" onClick={onClose}>
          {t('waiting.notNow')}
        </Button>
        <ButtonLink href={signature.url}>{t('waiting.sign')}</ButtonLink>
      </DialogActions>
    </>
  )
}

const explainedCodes = [
  'contract_not_active',
  'atr_not_available',
  'change_not_offered',
  'power_change_open',
  'iban_change_open',
  'sips_already_active',
  'no_cession_sips_open',
] as const

function ChangeFailed({
  step,
  onRetry,
  onClose,
}: {
  step: Extract<ChangeStep, { kind: 'error' }>
  onRetry: () => void
  onClose: () => void
}) {
  const t = useTranslations('changes')
  const tApp = useTranslations('app.refusals')
  const code = explainedCodes.find((known) => known === step.code)
  const isReadonly = step.code === 'token_readonly'
  const common = commonCodeOf(step.code)
  return (
    <>
      <ErrorBanner>
        {code ? t(`refusals.${code}`) : common === 'unexpected' ? t('dialog.failed.text') : tApp(common)}
      </ErrorBanner>
      <DialogActions>
        <Button variant={code || isReadonly ? 'main' : 'second'} onClick={onClose}>
          {t('dialog.close')}
        </Button>
        {!code && !isReadonly && <Button onClick={onRetry}>{t('dialog.failed.retry')}</Button>}
      </DialogActions>
    </>
  )
}
