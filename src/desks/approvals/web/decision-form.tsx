import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SureButton } from '#desks/common/web/sure-button.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { Button } from '#kit/web/button.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextArea } from '#kit/web/text-area.tsx'
import { type Decision, maxNoteLength } from '../rules.ts'
import { approvalsKey } from './queries.ts'

type DecisionFormProps = { id: string; canApprove: boolean }

/** Where another operator approves what was asked for, or rejects it and writes why. */
export function DecisionForm({ id, canApprove }: DecisionFormProps) {
  const t = useTranslations('desk-approvals.decide')
  const send = useSend()
  const [isMissing, setMissing] = useState(false)
  const { go, isBusy, failure, errorOf } = useAct({
    desk: 'desk-approvals',
    stale: approvalsKey,
    done: () => t('done'),
    act: async (body: { decision: Decision; note: string }) =>
      send((await import('../api.ts')).decideApproval, { params: { id }, body }),
  })

  function decide(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    const decision: Decision = submitter?.value === 'approve' ? 'approve' : 'reject'
    const note = String(new FormData(event.currentTarget).get('note')).trim()
    const isWrong = decision === 'reject' && !note
    setMissing(isWrong)
    if (!isWrong) go({ decision, note })
  }

  return (
    <form className="stack" method="post" noValidate onSubmit={decide} aria-labelledby="decision-title">
      <h2 id="decision-title">{t('heading')}</h2>
      <Failure>{failure}</Failure>
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

/** Takes back what the operator has asked for. */
export function WithdrawButton({ id }: { id: string }) {
  const t = useTranslations('desk-approvals.decide')
  const send = useSend()
  const { go, isBusy, failure } = useAct({
    desk: 'desk-approvals',
    stale: approvalsKey,
    done: () => t('withdrawn'),
    act: async () => send((await import('../api.ts')).withdrawApproval, { params: { id } }),
  })
  return (
    <>
      <Failure>{failure}</Failure>
      <div className="line">
        <SureButton label={t('withdraw')} sure={t('withdrawSure')} isBusy={isBusy} onSure={() => go(undefined)} />
      </div>
    </>
  )
}
