import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { useSend } from '#kit/web/portal.ts'
import { erasuresKey } from './queries.ts'

type ErasureDialogProps = { id: string; onClose: () => void }

/** Asks for confirmation before a person is erased. */
export function CarryOutErasureDialog({ id, onClose }: ErasureDialogProps) {
  const t = useTranslations('desk-profile')
  const send = useSend()
  const [isMissing, setMissing] = useState(false)
  const { run, isBusy, failure } = useAction({
    desk: 'desk-profile',
    invalidatedKey: erasuresKey,
    successMessage: () => t('actions.carriedOut'),
    action: async () => {
      const { carryOutErasureRequest } = await import('../api.ts')
      return send(carryOutErasureRequest, { params: { id }, body: { confirmed: true } })
    },
    onDone: onClose,
  })

  function submit(formData: FormData) {
    const isConfirmed = formData.get('confirmed') !== null
    setMissing(!isConfirmed)
    if (isConfirmed) run(undefined)
  }

  return (
    <FormDialog
      title={t('dialog.carryOutTitle')}
      submit={t('actions.carryOut')}
      cancel={t('dialog.cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={submit}
    >
      <p>{t('dialog.carryOutText')}</p>
      <Checkbox
        name="confirmed"
        label={t('dialog.confirm')}
        error={isMissing ? t('fieldErrors.confirmation_missing') : undefined}
      />
    </FormDialog>
  )
}

/** Asks for the reason of a refusal. */
export function RefuseErasureDialog({ id, onClose }: ErasureDialogProps) {
  const t = useTranslations('desk-profile')
  const send = useSend()
  const [isMissing, setMissing] = useState(false)
  const { run, isBusy, failure } = useAction({
    desk: 'desk-profile',
    invalidatedKey: erasuresKey,
    successMessage: () => t('actions.refused'),
    action: async (note: string) => {
      const { refuseErasureRequest } = await import('../api.ts')
      return send(refuseErasureRequest, { params: { id }, body: { note } })
    },
    onDone: onClose,
  })

  function submit(formData: FormData) {
    const note = String(formData.get('note') ?? '').trim()
    const isShort = note.length < 3
    setMissing(isShort)
    if (!isShort) run(note)
  }

  return (
    <FormDialog
      title={t('dialog.refuseTitle')}
      submit={t('actions.refuse')}
      cancel={t('dialog.cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={submit}
    >
      <p>{t('dialog.refuseText')}</p>
      <TextArea
        name="note"
        label={t('dialog.note')}
        hint={t('dialog.noteHint')}
        error={isMissing ? t('dialog.noteMissing') : undefined}
        maxLength={500}
      />
    </FormDialog>
  )
}
