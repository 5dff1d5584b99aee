import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { ListedReport } from '../reports-api.ts'
import { maxReasonLength } from '../rules.ts'
import { paymentsKey } from './queries.ts'

/** Asks for the reason for dismissing a provider report. */
export function DismissReportDialog({ report, onClose }: { report: ListedReport; onClose: () => void }) {
  const t = useTranslations('desk-payments')
  const send = useSend()
  const [isMissing, setMissing] = useState(false)
  const { run, isBusy, failure } = useAction({
    desk: 'desk-payments',
    invalidatedKey: paymentsKey,
    successMessage: () => t('aside.dismissed'),
    action: async (reason: string) => {
      const { dismissReport } = await import('../reports-api.ts')
      return send(dismissReport, { params: { platform: report.platform, id: report.id }, body: { reason } })
    },
    onDone: onClose,
  })

  function submit(formData: FormData) {
    const reason = String(formData.get('reason')).trim()
    setMissing(reason.length < 3)
    if (reason.length >= 3) run(reason)
  }

  return (
    <FormDialog
      title={t('aside.dismissTitle')}
      submit={t('aside.dismiss')}
      cancel={t('refund.cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={submit}
    >
      <p>{t('aside.dismissText')}</p>
      <TextArea
        name="reason"
        label={t('refund.reason')}
        error={isMissing ? t('refund.reasonMissing') : undefined}
        maxLength={maxReasonLength}
      />
    </FormDialog>
  )
}
