import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { ListedCompensation } from '../api.ts'
import { compensationsKey } from './queries.ts'

type RejectDialogProps = { compensation: ListedCompensation; onClose: () => void }

/** Rejects a proposed compensation with a reason. */
export function RejectDialog({ compensation: { id, customer }, onClose }: RejectDialogProps) {
  const t = useTranslations('desk-compensations.dialog')
  const send = useSend()
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-compensations',
    invalidatedKey: compensationsKey,
    successMessage: () => t('done'),
    action: async (form: FormData) => {
      const { rejectCompensation } = await import('../api.ts')
      return send(rejectCompensation, { params: { id }, body: { reason: String(form.get('reason')) } })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('title', { customer: customer.name })}
      submit={t('save')}
      cancel={t('cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={run}
    >
      <TextArea name="reason" label={t('reason')} hint={t('hint')} maxLength={500} error={errorOf('reason')} />
    </FormDialog>
  )
}
