import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextArea } from '#kit/web/text-area.tsx'
import { erasuresKey } from './queries.ts'

type DialogProps = { id: string; onClose: () => void }

/** Asks once more before somebody is erased. */
export function CarryOutDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('desk-erasures')
  const send = useSend()
  const [isMissing, setMissing] = useState(false)
  const { go, isBusy, failure } = useAct({
    desk: 'desk-erasures',
    stale: erasuresKey,
    done: () => t('actions.carriedOut'),
    act: async () => {
      const { carryOutErasureRequest } = await import('../api.ts')
      return send(carryOutErasureRequest, { params: { id }, body: { confirmed: true } })
    },
    onDone: onClose,
  })

  function submit(typed: FormData) {
    const isConfirmed = typed.get('confirmed') !== null
    setMissing(!isConfirmed)
    if (isConfirmed) go(undefined)
  }

  return (
    <FormDialog
      title={t('dialog.carryOutTitle')}
      submit={t('actions.carryOut')}
      cancel={t('dialog.cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={submit}
    >
      <p>{t('dialog.carryOutWords')}</p>
      <Checkbox
        name="confirmed"
        label={t('dialog.confirm')}
        error={isMissing ? t('fieldErrors.confirmation_missing') : undefined}
      />
    </FormDialog>
  )
}

/** Asks why an erasure is refused. */
export function RefuseDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('desk-erasures')
  const send = useSend()
  const [isMissing, setMissing] = useState(false)
  const { go, isBusy, failure } = useAct({
    desk: 'desk-erasures',
    stale: erasuresKey,
    done: () => t('actions.refused'),
    act: async (note: string) => {
      const { refuseErasureRequest } = await import('../api.ts')
      return send(refuseErasureRequest, { params: { id }, body: { note } })
    },
    onDone: onClose,
  })

  function submit(typed: FormData) {
    const note = String(typed.get('note') ?? '').trim()
    const isShort = note.length < 3
    setMissing(isShort)
    if (!isShort) go(note)
  }

  return (
    <FormDialog
      title={t('dialog.refuseTitle')}
      submit={t('actions.refuse')}
      cancel={t('dialog.cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={submit}
    >
      <p>{t('dialog.refuseWords')}</p>
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
