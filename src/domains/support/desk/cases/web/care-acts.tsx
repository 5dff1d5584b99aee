import { useTranslations } from 'use-intl'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { DownloadLink } from '#kit/web/action/download-link.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { CaseDetails } from '../api.ts'
import { downloadCaseReceipt } from '../downloads.ts'
import { casesKey } from './queries.ts'

/** The receipt of a case as its customer sees it, and whether its letter was sent. */
export function ReceiptAct({ details }: { details: CaseDetails }) {
  const t = useTranslations('desk-cases.receipt')
  const send = useSend()
  const id = String(details.id)
  const { run, isBusy, failure } = useAction({
    ...{ desk: 'desk-cases', invalidatedKey: casesKey },
    successMessage: () => t('posted'),
    action: async () => {
      const { markReceiptPosted } = await import('../api.ts')
      return send(markReceiptPosted, { params: { id } })
    },
  })
  return (
    <span className="line">
      {t(details.receipt)}
      <DownloadLink call={downloadCaseReceipt} params={{ id }} label={t('download', { number: details.number })} />
      {details.receipt === 'letter' && !details.receipt_posted_at && (
        <Button variant="second" isSmall isBusy={isBusy} onClick={() => run(undefined)}>
          {t('markPosted')}
        </Button>
      )}
      <ErrorBanner>{failure}</ErrorBanner>
    </span>
  )
}

/** Notes what stops the suspension of the supply: the complaint itself, or a body out of court that has it. */
export function SuspensionStopActs({ details }: { details: CaseDetails }) {
  const t = useTranslations('desk-cases.suspension')
  const send = useSend()
  const { run, isBusy, failure } = useAction({
    ...{ desk: 'desk-cases', invalidatedKey: casesKey },
    successMessage: () => t('saved'),
    action: async (body: { reason: 'complaint' | 'dispute_body'; stopped: boolean }) => {
      const { setSuspensionStop } = await import('../api.ts')
      return send(setSuspensionStop, { params: { id: String(details.id) }, body })
    },
  })
  return (
    <section className="stack" aria-labelledby="suspension-title">
      <h2 id="suspension-title">{t('title')}</h2>
      <ErrorBanner>{failure}</ErrorBanner>
      <p>{t(details.suspension_stops.length > 0 ? 'stopped' : 'notStopped')}</p>
      <div className="line">
        {(['complaint', 'dispute_body'] as const).map((reason) => {
          const isStopped = details.suspension_stops.includes(reason)
          return (
            <Button
              key={reason}
              variant="second"
              isSmall
              isBusy={isBusy}
              onClick={() => run({ reason, stopped: !isStopped })}
            >
              {t(`${isStopped ? 'end' : 'begin'}.${reason}`)}
            </Button>
          )
        })}
      </div>
    </section>
  )
}
