import { useLocale, useTranslations } from 'use-intl'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatPhone } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { callOutcomes } from '../../../call-back-rules.ts'
import type { CaseDetails } from '../api.ts'
import { casesKey } from './queries.ts'

/** The call that the author of a case asked for, and how it went. */
export function CallActs({ details }: { details: CaseDetails }) {
  const t = useTranslations('desk-cases.call')
  const locale = useLocale()
  const send = useSend()
  const call = details.call_back!
  const { run, isBusy, failure } = useAction({
    ...{ desk: 'desk-cases', invalidatedKey: casesKey },
    successMessage: () => t('saved'),
    action: async (outcome: (typeof callOutcomes)[number]) => {
      const { recordCall } = await import('../api.ts')
      return send(recordCall, { params: { id: String(details.id) }, body: { outcome } })
    },
  })
  return (
    <section className="stack" aria-labelledby="call-title">
      <h2 id="call-title">{t('title')}</h2>
      <ErrorBanner>{failure}</ErrorBanner>
      <p>
        {t.rich('text', {
          state: call.state,
          at: formatInstant(new Date(call.at), locale),
          tries: call.tries,
          phone: () => <a href={telAddress(call.phone)}>{formatPhone(call.phone)}</a>,
        })}
      </p>
      {call.state === 'asked' && (
        <div className="line">
          {callOutcomes.map((outcome) => (
            <Button key={outcome} variant="second" isSmall isBusy={isBusy} onClick={() => run(outcome)}>
              {t(outcome)}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
