import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Decision, maxNoteLength } from '#domains/approvals/rules.ts'
import { ConfirmButton } from '#kit/backoffice/web/confirm-button.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { useSend } from '#kit/web/portal.ts'
import { approvalsKey } from './queries.ts'

type DecisionFormProps = { id: string; canApprove: boolean }

/** The form with which another operator approves a request, or rejects it with a reason. */
export function DecisionForm({ id, canApprove }: DecisionFormProps) {
  const t = useTranslations('desk-approvals.decide')
  const send = useSend()
  const [isMissing, setMissing] = useState(false)
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-approvals',
    invalidatedKey: approvalsKey,
    successMessage: () => t('done'),
    action: async (body: { decision: Decision; note: string }) =>
      send((await import('../api.ts')).decideApproval, { params: { id }, body }),
  })

  function decide(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    const decision: Decision = submitter?.value === 'approve' ? 'approve' : 'reject'
    const note = String(new FormData(event.currentTarget).get('note')).trim()
    const isWrong = decision === 'reject' && !note
    setMissing(isWrong)
    if (!isWrong) run({ decision, note })
  }

  return (
    <form className="stack" method="post" noValidate onSubmit={decide} aria-labelledby="decision-title">
      <h2 id="decision-title">{t('heading')}</h2>
      <ErrorBanner>{failure}</ErrorBanner>
      <TextArea
        name="note"
        label={t('note')}
        hint={t('noteHint')}
        error={isMissing ? t('noteMissing') : errorOf('note')}
        maxLength={maxNoteLength}
      />
      <div className="line">
        {canApprove && (
          <Button type="submit" name="decision" value="approve" isBusy={isBusy}>
            {t('approve')}
          </Button>
        )}
        <Button type="submit" variant="second" name="decision" value="reject" isBusy={isBusy}>
          {t('reject')}
        </Button>
      </div>
    </form>
  )
}

/** Withdraws the operator's own request. */
export function WithdrawButton({ id }: { id: string }) {
  const t = useTranslations('desk-approvals.decide')
  const send = useSend()
  const { run, isBusy, failure } = useAction({
    desk: 'desk-approvals',
    invalidatedKey: approvalsKey,
    successMessage: () => t('withdrawn'),
    action: async () => send((await import('../api.ts')).withdrawApproval, { params: { id } }),
  })
  return (
    <>
      <ErrorBanner>{failure}</ErrorBanner>
      <div className="line">
        <ConfirmButton
          label={t('withdraw')}
          confirmLabel={t('withdrawSure')}
          isBusy={isBusy}
          onConfirm={() => run(undefined)}
        />
      </div>
    </>
  )
}
