import type { FormEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { commonCode } from '#kit/outage.ts'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { ChangedMeanwhile } from '#kit/web/changed-meanwhile.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { ErrorSummary } from '#kit/web/error-summary.tsx'
import { Facts } from '#kit/web/facts.tsx'
import { Failure } from '#kit/web/failure.tsx'
import type { SignatureAsked } from '../api.ts'
import styles from './change-dialog.module.css'
import type { ChangedContract } from './changed-contract.ts'
import { type Change, type ChangeStep, fieldIdOf } from './use-change.ts'

type ChangeDialogProps = {
  title: string
  contract: ChangedContract
  change: Change
  /** The button that asks for it, with its object. */
  submitLabel: string
  /** Why what is filled in cannot be gone on with yet. */
  whyNotReview?: string
  /** What tells a field from others that may be wrong in the same words. */
  nameOfField?: (field: string) => string | undefined
  isWide?: boolean
  /** What stands now in words, where another device has changed it. */
  presentNow?: string | undefined
  /** The answers that are checked before they bind, as `Fact`s. */
  answers: ReactNode
  /** What happens once it is asked for, one thing after the other. */
  next: readonly string[]
  /** What stands beside the answers and the fields alike. */
  aside?: ReactNode
  /** What it comes to, in one sentence; null while that is not known. On a telephone it stays in sight above the buttons. */
  sum?: string | null
  onClose: () => void
  children: ReactNode
}

/**
 * Asks for a change of a contract: the fields, then the answers to be checked, then what is left to do. What was typed stays
 * behind every step.
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
      {step.kind === 'success' && <Asked step={step} onClose={onClose} />}
      {step.kind === 'error' && <NotAsked step={step} onRetry={change.correct} onClose={onClose} />}
      <Fields {...props} />
      {(step.kind === 'checking' || step.kind === 'submitting') && <Answers {...props} />}
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
      return t(isToBeSigned(step.asked) ? 'waiting.title' : 'asked.title')
    case 'error':
      return t('failed.title')
  }
}

function Fields(props: ChangeDialogProps) {
  const { change, whyNotReview, nameOfField, presentNow, aside, sum, onClose, children } = props
  const t = useTranslations('changes.dialog')
  const { step, problems, attempt, review } = change
  const found = Object.entries(problems).map(([field, message]) => ({
    fieldId: fieldIdOf(field),
    message: [nameOfField?.(field), message].filter(Boolean).join(' · '),
  }))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!whyNotReview) review()
  }

  return (
    <form noValidate onSubmit={submit} hidden={step.kind !== 'selecting'}>
      <div className="stack stack-wide">
        {found.length > 0 && step.kind === 'selecting' && <ErrorSummary problems={found} attempt={attempt} />}
        <ChangedMeanwhile current={change.current} onTake={onClose}>
          {presentNow}
        </ChangedMeanwhile>
        <Beside aside={aside}>{children}</Beside>
        {sum !== undefined && (
          <p className={styles.sum} role="status">
            {sum}
          </p>
        )}
        <DialogActions>
          <Button variant="second" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" whyNot={whyNotReview}>
            {t('review')}
          </Button>
        </DialogActions>
      </div>
    </form>
  )
}

function Answers({ change: { step, correct, submit }, answers, next, aside, sum, submitLabel }: ChangeDialogProps) {
  const t = useTranslations('changes.dialog')
  const isBusy = step.kind === 'submitting'
  return (
    <div className="stack stack-wide">
      <Beside aside={aside}>
        <Facts layout="pairs">{answers}</Facts>
        <div className="stack">
          <h3>{t('next')}</h3>
          <ol className={styles.next}>
            {next.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ol>
        </div>
      </Beside>
      {/* It was read out as it changed, and changes no more. */}
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

/** What is asked or answered, with what stands beside it; on a telephone that comes below, and before the buttons. */
function Beside({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={aside ? styles.withAside : undefined}>
      <div className="stack stack-wide">{children}</div>
      {aside}
    </div>
  )
}

// Another server may need no signature, or have it given elsewhere.
function isToBeSigned({ waiting_for_signature: isWaiting, signature }: SignatureAsked): boolean {
  return isWaiting || signature !== undefined
}

function Asked({ step: { asked }, onClose }: { step: Extract<ChangeStep, { kind: 'success' }>; onClose: () => void }) {
  const t = useTranslations('changes.dialog')
  const { signature } = asked
  if (!signature)
    return (
      <>
        <p>{t(isToBeSigned(asked) ? 'waiting.elsewhere' : 'asked.words')}</p>
        <DialogActions>
          <Button onClick={onClose}>{t('close')}</Button>
        </DialogActions>
      </>
    )
  return (
    <>
      <div className="stack">
        <p>{t('waiting.words')}</p>
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

const explained = [
  'contract_not_active',
  'atr_not_available',
  'change_not_offered',
  'power_change_open',
  'iban_change_open',
  'sips_already_active',
  'no_cession_sips_open',
] as const

function NotAsked({
  step,
  onRetry,
  onClose,
}: {
  step: Extract<ChangeStep, { kind: 'error' }>
  onRetry: () => void
  onClose: () => void
}) {
  const t = useTranslations('changes')
  const ofApp = useTranslations('app.refusals')
  const code = explained.find((known) => known === step.code)
  const isReadonly = step.code === 'token_readonly'
  const common = commonCode(step.code)
  return (
    <>
      <Failure>
        {code ? t(`refusals.${code}`) : common === 'unexpected' ? t('dialog.failed.words') : ofApp(common)}
      </Failure>
      <DialogActions>
        <Button variant={code || isReadonly ? 'main' : 'second'} onClick={onClose}>
          {t('dialog.close')}
        </Button>
        {!code && !isReadonly && <Button onClick={onRetry}>{t('dialog.failed.retry')}</Button>}
      </DialogActions>
    </>
  )
}
