import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { useSend } from '#kit/web/portal.ts'
import { type ClockWait, clockWaits, type RetailerMove } from '../../rules.ts'
import { type ChangeRefuser, changeRefusers } from '../rules.ts'
import { changeRequestsKey } from './queries.ts'

type MoveInput = { note: string; by: ChangeRefuser; waitsFor: ClockWait }
type MoveChangeDialogProps = { id: string; move: RetailerMove; onClose: () => void }

/** Asks for confirmation before a change is moved on, and for the reason if it is refused. */
export function MoveChangeDialog({ id, move, onClose }: MoveChangeDialogProps) {
  const t = useTranslations('desk-changes')
  const send = useSend()
  const [isMissing, setMissing] = useState(false)
  const { run, isBusy, failure } = useAction({
    desk: 'desk-changes',
    invalidatedKey: changeRequestsKey,
    successMessage: () => t(move === 'pause' || move === 'resume' ? 'actions.clockMoved' : 'actions.moved'),
    action: async ({ note, by, waitsFor }: MoveInput) => {
      const { acceptChange, finishChange, pauseChange, refuseChange, resumeChange } = await import('../api.ts')
      const params = { id }
      if (move === 'refuse') return send(refuseChange, { params, body: { note, by } })
      if (move === 'pause') return send(pauseChange, { params, body: { waits_for: waitsFor } })
      const calls = { accept: acceptChange, done: finishChange, resume: resumeChange }
      return send(calls[move], { params })
    },
    onDone: onClose,
  })

  function submitMove(formData: FormData) {
    const note = String(formData.get('note') ?? '').trim()
    const by = changeRefusers.find((each) => each === formData.get('by')) ?? 'retailer'
    const isShort = move === 'refuse' && note.length < 3
    setMissing(isShort)
    const waitsFor = clockWaits.find((each) => each === formData.get('waits_for')) ?? 'customer'
    if (!isShort) run({ note, by, waitsFor })
  }

  return (
    <FormDialog
      title={t(`dialog.${move}Title`)}
      submit={t(`actions.${move}`)}
      cancel={t('dialog.cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={submitMove}
    >
      <p>{t(`dialog.${move}Text`)}</p>
      {move === 'pause' && (
        <NativeSelect
          name="waits_for"
          label={t('dialog.waitsFor')}
          hint={t('dialog.waitsForHint')}
          width="medium"
          options={clockWaits.map((each) => ({ value: each, label: t(`dialog.waits.${each}`) }))}
        />
      )}
      {move === 'refuse' && (
        <>
          <NativeSelect
            name="by"
            label={t('dialog.by')}
            hint={t('dialog.byHint')}
            width="medium"
            options={[
              { value: 'retailer', label: t('dialog.byRetailer') },
              { value: 'distributor', label: t('dialog.byDistributor') },
            ]}
          />
          <TextArea
            name="note"
            label={t('dialog.note')}
            hint={t('dialog.noteHint')}
            error={isMissing ? t('dialog.noteMissing') : undefined}
            maxLength={500}
          />
        </>
      )}
    </FormDialog>
  )
}
