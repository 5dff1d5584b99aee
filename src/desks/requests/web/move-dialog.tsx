import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import type { RetailerMove } from '#domains/changes/rules.ts'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextArea } from '#kit/web/text-area.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type Refuser, refusers } from '../rules.ts'
import { requestsKey } from './queries.ts'

type MoveDialogProps = { id: string; move: RetailerMove; onClose: () => void }

/** Asks once more before a change is moved on, and for the reason where it is refused. */
export function MoveDialog({ id, move, onClose }: MoveDialogProps) {
  const t = useTranslations('desk-requests')
  const sentenceOf = useSentence('desk-requests')
  const send = useSend()
  const client = useQueryClient()
  const say = useToast()
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ note, by }: { note: string; by: Refuser }) => {
      const { acceptChange, finishChange, refuseChange } = await import('../api.ts')
      const params = { id }
      if (move === 'refuse') return send(refuseChange, { params, body: { note, by } })
      return send(move === 'accept' ? acceptChange : finishChange, { params })
    },
    onSuccess: async () => {
      say(t('actions.moved'))
      await client.invalidateQueries({ queryKey: requestsKey })
      onClose()
    },
  })

  function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const note = String(typed.get('note') ?? '').trim()
    const by = refusers.find((each) => each === typed.get('by')) ?? 'retailer'
    const isShort = move === 'refuse' && note.length < 3
    setMissing(isShort)
    if (!isShort) mutate({ note, by })
  }

  return (
    <Dialog title={t(`dialog.${move}Title`)} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={go}>
        <p>{t(`dialog.${move}Words`)}</p>
        <Failure>{error && sentenceOf(error)}</Failure>
        {move === 'refuse' && (
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
        )}
        {move === 'refuse' && (
          <TextArea
            name="note"
            label={t('dialog.note')}
            hint={t('dialog.noteHint')}
            error={isMissing ? t('dialog.noteMissing') : undefined}
            maxLength={500}
          />
        )}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" isBusy={isPending}>
            {t(`actions.${move}`)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
