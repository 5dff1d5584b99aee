import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isRequested } from '#desks/approvals/requested.ts'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import { isRefused } from '#kit/refusal.ts'
import { typedDecimalOf } from '#kit/typed-number.ts'
import { Button } from '#kit/web/button.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextArea } from '#kit/web/text-area.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { exactUnits } from '#vocabulary/decimal.ts'
import { formatMoney } from '#vocabulary/format.ts'
import { decimalFromCents } from '#vocabulary/money.ts'
import type { ReadPayment } from '../api.ts'
import { longestReason } from '../rules.ts'
import { paymentsKey } from './queries.ts'

type Typed = { amountCents: number; reason: string; isOwedAgain: boolean }

/** Asks how much of a payment is to be given back, and why. */
export function RefundDialog({ payment, onClose }: { payment: ReadPayment; onClose: () => void }) {
  const t = useTranslations('desk-payments')
  const waits = useTranslations('desk-approvals.waiting')
  const locale = useLocale()
  const sentenceOf = useSentence('desk-payments')
  const send = useSend()
  const client = useQueryClient()
  const say = useToast()
  const mostCents = Math.round(payment.refundable * 100)
  const most = formatMoney(mostCents, locale)
  // Whoever presses again after an answer got lost asks for the same refund.
  const [refundId] = useState(() => crypto.randomUUID())
  const [wrong, setWrong] = useState<{ amount?: boolean; reason?: boolean }>({})
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ amountCents, reason, isOwedAgain }: Typed) => {
      const { refundPayment } = await import('../api.ts')
      const body = { refund_id: refundId, amount: amountCents / 100, reason, is_owed_again: isOwedAgain }
      return send(refundPayment, { params: { id: payment.id }, body })
    },
    onSuccess: async (reply) => {
      say(isRequested(reply) ? waits('requested') : t(`refund.done.${reply.state}`))
      await client.invalidateQueries({ queryKey: paymentsKey })
      onClose()
    },
  })

  function giveBack(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const amountCents = exactUnits(typedDecimalOf(String(typed.get('amount')), { locale, decimals: 2 }) ?? '0', 2) ?? 0
    const reason = String(typed.get('reason')).trim()
    const found = { amount: amountCents <= 0 || amountCents > mostCents, reason: reason.length < 3 }
    setWrong(found)
    if (!found.amount && !found.reason) mutate({ amountCents, reason, isOwedAgain: typed.get('again') === 'on' })
  }

  return (
    <Dialog title={t('refund.title', { number: payment.item.number })} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={giveBack}>
        <p>{t('refund.words')}</p>
        <Failure>{error && sentenceOf(error)}</Failure>
        <TextField
          name="amount"
          label={t('refund.amount')}
          hint={t('refund.amountHint', { amount: most })}
          error={
            wrong.amount || isFieldRefused(error, 'amount') ? t('refund.amountWrong', { amount: most }) : undefined
          }
          inputMode="decimal"
          autoComplete="off"
          defaultValue={decimalFromCents(mostCents).replace('.', locale === 'en' ? '.' : ',')}
        />
        <TextArea
          name="reason"
          label={t('refund.reason')}
          hint={t('refund.reasonHint')}
          error={wrong.reason ? t('refund.reasonMissing') : undefined}
          maxLength={longestReason}
        />
        <Checkbox name="again" label={t('refund.again')} hint={t('refund.againHint')} />
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {t('refund.cancel')}
          </Button>
          <Button type="submit" isBusy={isPending}>
            {t('refund.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function isFieldRefused(error: unknown, field: string): boolean {
  return isRefused(error) && error.fields?.[field] !== undefined
}
