import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import type { ReadRefund } from '../api.ts'
import { paymentsKey } from './queries.ts'

/** Asks what somebody has seen at the provider of a refund that gave no answer. */
export function SettleDialog({ refund, onClose }: { refund: ReadRefund; onClose: () => void }) {
  const t = useTranslations('desk-payments.settle')
  const locale = useLocale()
  const sentenceOf = useSentence('desk-payments')
  const send = useSend()
  const client = useQueryClient()
  const say = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (outcome: 'made' | 'refused') => {
      const { settleRefund } = await import('../api.ts')
      return send(settleRefund, { params: { id: refund.id }, body: { outcome } })
    },
    onSuccess: async () => {
      say(t('done'))
      await client.invalidateQueries({ queryKey: paymentsKey })
      onClose()
    },
  })

  function settle(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    mutate(new FormData(event.currentTarget).get('outcome') === 'made' ? 'made' : 'refused')
  }

  return (
    <Dialog title={t('title')} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={settle}>
        <p>{t('words', { amount: formatMoney(Math.round(refund.amount * 100), locale) })}</p>
        <Failure>{error && sentenceOf(error)}</Failure>
        <NativeSelect
          name="outcome"
          label={t('outcome')}
          defaultValue="refused"
          options={[
            { value: 'refused', label: t('refused') },
            { value: 'made', label: t('made') },
          ]}
        />
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" isBusy={isPending}>
            {t('submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
