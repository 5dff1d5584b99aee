import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { DateField } from '#kit/web/form/date-field.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { addDays } from '#vocabulary/day.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import {
  type DeclarationDecision,
  declarationLimits,
  maxAcceptedDays,
  needsAnswer,
} from '../../../declaration-rules.ts'
import type { ListedDeclaration } from '../api.ts'
import { declarationsKey } from './queries.ts'

type DecisionDialogProps = { declaration: ListedDeclaration; decision: DeclarationDecision; onClose: () => void }

/** Asks for the last day of what is accepted, or for what the customer is told otherwise. */
export function DecisionDialog({ declaration, decision, onClose }: DecisionDialogProps) {
  const t = useTranslations('desk-declarations')
  const send = useSend()
  const today = readMadridClock(new Date(useBoot().now)).day
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-declarations',
    invalidatedKey: declarationsKey,
    successMessage: () => t('saved'),
    action: async (form: FormData) => {
      const { decideDeclaration } = await import('../api.ts')
      const until = String(form.get('accepted_until') ?? '') || null
      const answer = String(form.get('answer') ?? '').trim() || null
      const body = { decision, ...(needsAnswer(decision) ? { answer } : { accepted_until: until }) }
      return send(decideDeclaration, { params: { id: String(declaration.id) }, body })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t(`decisions.${decision}.title`, { name: declaration.customer.name })}
      submit={t(`decisions.${decision}.open`)}
      cancel={t('cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={run}
    >
      <p>{t(`decisions.${decision}.text`)}</p>
      {needsAnswer(decision) ? (
        <TextArea
          name="answer"
          label={t(decision === 'ask' ? 'missing' : 'reasons')}
          hint={t('answerHint')}
          error={errorOf('answer')}
          maxLength={declarationLimits.answer}
        />
      ) : (
        <DateField
          name="accepted_until"
          label={t('columns.until')}
          hint={t('untilHint')}
          error={errorOf('accepted_until')}
          defaultValue={declaration.valid_until ?? ''}
          min={today}
          max={addDays(today, maxAcceptedDays)}
        />
      )}
    </FormDialog>
  )
}
