import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isApprovalRequested } from '#domains/approvals/approval-reply.ts'
import { useErrorText } from '#kit/backoffice/web/use-error-text.ts'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { parseExactUnits } from '#vocabulary/decimal.ts'
import { formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { decimalFromCents } from '#vocabulary/money.ts'
import { parseUnsignedDecimal } from '#vocabulary/number-input.ts'
import type { PaymentDetails } from '../api.ts'
import { maxReasonLength } from '../rules.ts'
import { paymentsKey } from './queries.ts'

type RefundInput = { amountCents: number; reason: string; isOwedAgain: boolean }

/** Asks for the amount and the reason of a refund. */
export function RefundDialog({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
  const t = useTranslations('desk-payments')
  const locale = useLocale()
  const failureText = useErrorText('desk-payments')
  const maxCents = Math.round(payment.refundable * 100)
  const maxAmount = formatMoney(maxCents, locale)
  const [invalidFields, setInvalidFields] = useState<{ amount?: boolean; reason?: boolean }>({})
  const { mutate, isPending, error } = useRefund(payment, onClose)

  function submitRefund(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { amountCents, reason, isOwedAgain } = readRefund(new FormData(event.currentTarget), locale)
    const invalid = { amount: amountCents <= 0 || amountCents > maxCents, reason: reason.length < 3 }
    setInvalidFields(invalid)
    if (!invalid.amount && !invalid.reason) mutate({ amountCents, reason, isOwedAgain })
  }

  const isAmountWrong = invalidFields.amount || isFieldRefused(error, 'amount')
  return (
    <Dialog title={t('refund.title', { number: payment.item.number })} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={submitRefund}>
        <p>{t('refund.text')}</p>
        <ErrorBanner>{error && failureText(error)}</ErrorBanner>
        <TextField
          name="amount"
          label={t('refund.amount')}
          hint={t('refund.amountHint', { amount: maxAmount })}
          error={isAmountWrong ? t('refund.amountWrong', { amount: maxAmount }) : undefined}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={decimalFromCents(maxCents).replace('.', locale === 'en' ? '.' : ',')}
        />
        <TextArea
          name="reason"
          label={t('refund.reason')}
          hint={t('refund.reasonHint')}
          error={invalidFields.reason ? t('refund.reasonMissing') : undefined}
          maxLength={maxReasonLength}
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

function readRefund(formData: FormData, locale: Locale): RefundInput {
  const amount = parseUnsignedDecimal(String(formData.get('amount')), { locale, decimals: 2 })
  return {
    amountCents: parseExactUnits(amount ?? '0', 2) ?? 0,
    reason: String(formData.get('reason')).trim(),
    isOwedAgain: formData.get('again') === 'on',
  }
}

function useRefund(payment: PaymentDetails, onDone: () => void) {
  const t = useTranslations('desk-payments')
  const approvalTexts = useTranslations('desk-approvals.waiting')
  const send = useSend()
  const client = useQueryClient()
  const toast = useToast()
  // A second submission, after a lost reply, requests the same refund.
  const [refundId] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: async ({ amountCents, reason, isOwedAgain }: RefundInput) => {
      const { refundPayment } = await import('../api.ts')
      const body = { refund_id: refundId, amount: amountCents / 100, reason, is_owed_again: isOwedAgain }
      return send(refundPayment, { params: { id: payment.id }, body })
    },
    onSuccess: async (reply) => {
      toast(isApprovalRequested(reply) ? approvalTexts('requested') : t(`refund.done.${reply.state}`))
      await client.invalidateQueries({ queryKey: paymentsKey })
      onDone()
    },
  })
}
