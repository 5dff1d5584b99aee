import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import type { RetailerMove } from '#domains/changes/rules.ts'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextArea } from '#kit/web/text-area.tsx'
import { type Refuser, refusers } from '../rules.ts'
import { requestsKey } from './queries.ts'

type MoveDialogProps = { id: string; move: RetailerMove; onClose: () => void }

/** Asks once more before a change is moved on, and for the reason where it is refused. */
export function MoveDialog({ id, move, onClose }: MoveDialogProps) {
  const t = useTranslations('desk-requests')
  const send = useSend()
  const [isMissing, setMissing] = useState(false)
  const { go, isBusy, failure } = useAct({
    desk: 'desk-requests',
    stale: requestsKey,
    done: () => t('actions.moved'),
    act: async ({ note, by }: { note: string; by: Refuser }) => {
      const { acceptChange, finishChange, refuseChange } = await import('../api.ts')
      const params = { id }
      if (move === 'refuse') return send(refuseChange, { params, body: { note, by } })
      return send(move === 'accept' ? acceptChange : finishChange, { params })
    },
    onDone: onClose,
  })

  function moveOn(typed: FormData) {
    const note = String(typed.get('note') ?? '').trim()
    const by = refusers.find((each) => each === typed.get('by')) ?? 'retailer'
    const isShort = move === 'refuse' && note.length < 3
    setMissing(isShort)
    if (!isShort) go({ note, by })
  }

  return (
    <FormDialog
      title={t(`dialog.${move}Title`)}
      submit={t(`actions.${move}`)}
      cancel={t('dialog.cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={moveOn}
    >
      <p>{t(`dialog.${move}Words`)}</p>
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
