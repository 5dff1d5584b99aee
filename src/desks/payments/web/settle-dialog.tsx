import { useTranslations } from 'use-intl'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { useMoney } from '#desks/common/web/use-money.ts'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { ReadRefund } from '../api.ts'
import { paymentsKey } from './queries.ts'

/** Asks what somebody has seen at the provider of a refund that gave no answer. */
export function SettleDialog({ refund, onClose }: { refund: ReadRefund; onClose: () => void }) {
  const t = useTranslations('desk-payments.settle')
  const money = useMoney()
  const send = useSend()
  const { go, isBusy, failure } = useAct({
    desk: 'desk-payments',
    stale: paymentsKey,
    done: () => t('done'),
    act: async (typed: FormData) => {
      const { settleRefund } = await import('../api.ts')
      const outcome = typed.get('outcome') === 'made' ? 'made' : 'refused'
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
      onSubmit={go}
    >
      <p>{t('words', { amount: money(refund.amount) })}</p>
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
