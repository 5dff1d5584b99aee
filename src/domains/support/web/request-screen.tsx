import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { useWindowTitle } from '#domains/retailer/web/use-window-title.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { DownloadLink } from '#kit/web/action/download-link.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import { downloadReceipt } from '../downloads.ts'
import { isOpenCase } from '../rules.ts'
import { AnswerDeadline } from './cases/answer-deadline.tsx'
import { AnswerRating } from './cases/answer-rating.tsx'
import { BookedCallNotice } from './cases/booked-call-notice.tsx'
import { CaseInvoiceFacts } from './cases/case-invoice-facts.tsx'
import { OutageNotice } from './cases/outage-notice.tsx'
import { ReplyForm } from './cases/reply-form.tsx'
import { RequestMessages } from './cases/request-messages.tsx'
import { RequestStatusBadge } from './cases/request-status-badge.tsx'
import { SupervisorRequest } from './cases/supervisor-request.tsx'
import { requestQuery } from './queries.ts'
import { SentReadingFacts } from './readings/sent-reading-facts.tsx'
import styles from './request-screen.module.css'

export { loadRequest as load } from './load-support.ts'

/** Shows a case: its state, its response deadline, its messages and the reply form. */
export function RequestScreen() {
  const t = useTranslations('support')
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: request } = useSuspenseQuery(requestQuery(useSend(), id))
  const { subject, number, state, contract, category, reading, closure } = request
  useWindowTitle(`${t('request.title')} ${number}`)
  const facts = [t('request.number', { number }), category, contract?.full_address].filter(Boolean)

  return (
    <>
      <header className={styles.head}>
        <BackLink href="/requests">{t('requests.title')}</BackLink>
        <h1>{subject}</h1>
        <div className={styles.standing}>
          <RequestStatusBadge state={state} closure={closure} />
          <span>{facts.join(' · ')}</span>
          <DownloadLink call={downloadReceipt} params={{ id }} label={t('request.receipt', { number })} />
        </div>
      </header>
      {request.topic === 'continuity' && isOpenCase(state) && <OutageNotice distributor={request.distributor} />}
      {request.stops_suspension && <Banner tone="notice">{t('request.suspensionStopped')}</Banner>}
      <AnswerDeadline request={request} />
      {request.call_back?.state === 'asked' && (
        <BookedCallNotice
          at={request.call_back.at}
          phone={request.call_back.phone}
          cancel={async (send) => send((await import('../api.ts')).cancelCallBack, { params: { id } })}
        />
      )}
      <SupervisorRequest
        supervisor={request.supervisor}
        isOpen={isOpenCase(state)}
        ask={async (send) => send((await import('../api.ts')).requestSupervisor, { params: { id } })}
      />
      {request.complete_by && <CompletionNotice day={request.complete_by} />}
      {reading && <SentReadingFacts reading={reading} />}
      {request.invoice_line && <CaseInvoiceFacts caseLine={request.invoice_line} />}
      <RequestMessages request={request} />
      <AnswerRating
        request={request}
        rate={async (send, body) => send((await import('../api.ts')).rateCase, { params: { id }, body })}
      />
      {isOpenCase(state) ? <ReplyForm id={id} /> : <ClosedNotice />}
    </>
  )
}

/** Says by when a case must be completed, and what happens if it is not. */
function CompletionNotice({ day }: { day: string }) {
  const t = useTranslations('support.request')
  return <Banner tone="warning">{t('completeBy', { due: formatDay(day, useLocale()) })}</Banner>
}

function ClosedNotice() {
  const t = useTranslations('support')
  const { contact } = useCustomerSettings().features
  return (
    <div className="line">
      <p className="soft">{t('request.closed')}</p>
      {contact && (
        <ButtonLink variant="second" isSmall href="/requests/create">
          {t('requests.create')}
        </ButtonLink>
      )}
    </div>
  )
}
