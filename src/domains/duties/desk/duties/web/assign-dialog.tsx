import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { dutiesKey, dutyChoicesQuery } from './queries.ts'

type AssignDialogProps = { ids: readonly string[]; onClose: () => void; onDone: () => void }

/** Assigns duties to an operator, or to nobody. */
export function AssignDialog({ ids, onClose, onDone }: AssignDialogProps) {
  const t = useTranslations('desk-duties.assign')
  const send = useSend()
  const { data: choices } = useSuspenseQuery(dutyChoicesQuery(send))
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-duties',
    invalidatedKey: dutiesKey,
    successMessage: () => t('done'),
    action: async (formData: FormData) => {
      const { assignDuties } = await import('../api.ts')
      return send(assignDuties, { body: { ids: [...ids], operator_id: Number(formData.get('operator')) || null } })
    },
    onDone() {
      onDone()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('title', { count: ids.length })}
      submit={t('save')}
      cancel={t('cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={run}
    >
      <NativeSelect
        name="operator"
        label={t('who')}
        error={errorOf('operator_id')}
        options={[
          { value: '', label: t('nobody') },
          ...choices.operators.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </FormDialog>
  )
}
