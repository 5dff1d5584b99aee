import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import type { ListedOperator } from '../api.ts'
import { operatorsKey } from './queries.ts'

/** Whose access is begun anew or taken away. */
export type AccessChange = { kind: 'again' | 'close'; operator: ListedOperator }

/** Asks once more before somebody can come in no longer as they do. */
export function AccessDialog({ change: { kind, operator }, onClose }: { change: AccessChange; onClose: () => void }) {
  const t = useTranslations('desk-operators.list')
  const sentenceOf = useSentence('desk-operators')
  const send = useSend()
  const queryClient = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { closeOperator, inviteOperatorAgain } = await import('../api.ts')
      await send(kind === 'close' ? closeOperator : inviteOperatorAgain, { params: { id: String(operator.id) } })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: operatorsKey })
      toast(t(kind === 'close' ? 'closed' : 'invited'))
      onClose()
    },
  })
  const { name } = operator
  return (
    <Dialog title={t(kind === 'close' ? 'closeTitle' : 'againTitle', { name })} onClose={onClose}>
      <p>{t(kind === 'close' ? 'closeAbout' : 'againAbout')}</p>
      <Failure>{error && sentenceOf(error)}</Failure>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button isBusy={isPending} onClick={() => mutate()}>
          {t(kind)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
