import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useMoney } from '#kit/backoffice/web/use-money.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { RefundDetails } from '../api.ts'
import { paymentsKey } from './queries.ts'

/** Asks for the actual result at the provider of an unanswered refund. */
export function SettleRefundDialog({ refund, onClose }: { refund: RefundDetails; onClose: () => void }) {
  const t = useTranslations('desk-payments.settle')
  const money = useMoney()
  const send = useSend()
  const { run, isBusy, failure } = useAction({
    desk: 'desk-payments',
    invalidatedKey: paymentsKey,
    successMessage: () => t('done'),
    action: async (formData: FormData) => {
      const { settleRefund } = await import('../api.ts')
      const outcome = formData.get('outcome') === 'made' ? 'made' : 'refused'
      return send(settleRefund, { params: { id: refund.id }, body: { outcome } })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('title')}
      submit={t('submit')}
      cancel={t('cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={run}
    >
      <p>{t('text', { amount: money(refund.amount) })}</p>
      <NativeSelect
        name="outcome"
        label={t('outcome')}
        defaultValue="refused"
        options={[
          { value: 'refused', label: t('refused') },
          { value: 'made', label: t('made') },
        ]}
      />
    </FormDialog>
  )
}
