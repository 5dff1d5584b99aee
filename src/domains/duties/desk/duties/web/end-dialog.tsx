import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { ListedDuty } from '../api.ts'
import { dutiesKey } from './queries.ts'
import { useDutyTexts } from './use-duty-texts.ts'

/** Marks a duty as done or cancelled, with the reason. */
export function EndDialog({ duty, onClose }: { duty: ListedDuty; onClose: () => void }) {
  const t = useTranslations('desk-duties.end')
  const { namesOf } = useDutyTexts()
  const send = useSend()
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-duties',
    invalidatedKey: dutiesKey,
    successMessage: () => t('saved'),
    action: async (formData: FormData) => {
      const { endOpenDuty } = await import('../api.ts')
      const state = formData.get('state') === 'cancelled' ? 'cancelled' : 'done'
      return send(endOpenDuty, { params: { id: duty.id }, body: { state, reason: String(formData.get('reason')) } })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('title', { kind: namesOf(duty).kind })}
      submit={t('save')}
      cancel={t('cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={run}
    >
      <NativeSelect
        name="state"
        label={t('state')}
        options={(['done', 'cancelled'] as const).map((state) => ({ value: state, label: t(state) }))}
      />
      <TextArea name="reason" label={t('reason')} hint={t('reasonHint')} maxLength={500} error={errorOf('reason')} />
    </FormDialog>
  )
}
