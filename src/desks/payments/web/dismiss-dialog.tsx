import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { useSend } from '#kit/web/portal.ts'
import { TextArea } from '#kit/web/text-area.tsx'
import type { ListedReport } from '../reports-api.ts'
import { longestReason } from '../rules.ts'
import { paymentsKey } from './queries.ts'

/** Asks why a report of a provider is not to be applied. */
export function DismissDialog({ report, onClose }: { report: ListedReport; onClose: () => void }) {
  const t = useTranslations('desk-payments')
  const send = useSend()
  const [isMissing, setMissing] = useState(false)
  const { go, isBusy, failure } = useAct({
    desk: 'desk-payments',
    stale: paymentsKey,
    done: () => t('aside.dismissed'),
    act: async (reason: string) => {
      const { dismissReport } = await import('../reports-api.ts')
      return send(dismissReport, { params: { platform: report.platform, id: report.id }, body: { reason } })
    },
    onDone: onClose,
  })

  function submit(typed: FormData) {
    const reason = String(typed.get('reason')).trim()
    setMissing(reason.length < 3)
    if (reason.length >= 3) go(reason)
  }

  return (
    <FormDialog
      title={t('aside.dismissTitle')}
      submit={t('aside.dismiss')}
      cancel={t('refund.cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={submit}
    >
      <p>{t('aside.dismissWords')}</p>
      <TextArea
        name="reason"
        label={t('refund.reason')}
        error={isMissing ? t('refund.reasonMissing') : undefined}
        maxLength={longestReason}
      />
    </FormDialog>
  )
}
