import { useTranslations } from 'use-intl'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { DownloadLink } from '#kit/web/action/download-link.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { CaseDetails } from '../api.ts'
import { downloadAnswerLetter } from '../downloads.ts'
import { casesKey } from './queries.ts'

/** How a case is answered; for an answer by letter, the letter and whether it was sent. */
export function AnswerAct({ details }: { details: CaseDetails }) {
  const t = useTranslations('desk-cases.answerChannel')
  const send = useSend()
  const id = String(details.id)
  const { run, isBusy, failure } = useAction({
    ...{ desk: 'desk-cases', invalidatedKey: casesKey },
    successMessage: () => t('posted'),
    action: async () => send((await import('../api.ts')).markAnswerPosted, { params: { id } }),
  })
  const hasLetter = details.answer === 'letter' && details.messages.some(({ author }) => author === 'administrator')
  return (
    <span className="line">
      {t(details.answer)}
      {hasLetter && (
        <DownloadLink call={downloadAnswerLetter} params={{ id }} label={t('download', { number: details.number })} />
      )}
      {hasLetter && !details.answer_posted_at && (
        <Button variant="second" isSmall isBusy={isBusy} onClick={() => run(undefined)}>
          {t('markPosted')}
        </Button>
      )}
      <ErrorBanner>{failure}</ErrorBanner>
    </span>
  )
}

/** Opens a closed case again. */
export function ReopenCase({ id }: { id: string }) {
  const t = useTranslations('desk-cases')
  const send = useSend()
  const { run, isBusy, failure } = useAction({
    ...{ desk: 'desk-cases', invalidatedKey: casesKey },
    successMessage: () => t('reopen.done'),
    action: async () => send((await import('../api.ts')).reopenCase, { params: { id } }),
  })
  return (
    <div className="stack">
      <p className="soft">{t('case.closed')}</p>
      <ErrorBanner>{failure}</ErrorBanner>
      <div>
        <Button variant="second" isBusy={isBusy} onClick={() => run(undefined)}>
          {t('reopen.act')}
        </Button>
      </div>
    </div>
  )
}
