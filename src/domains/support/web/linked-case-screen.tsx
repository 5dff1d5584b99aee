import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { LinkedCase } from '../api.ts'
import { downloadLinkedReceipt } from '../downloads.ts'
import { AnswerRating } from './cases/answer-rating.tsx'
import { BookedCallNotice } from './cases/booked-call-notice.tsx'
import { SupervisorRequest } from './cases/supervisor-request.tsx'
import { linkedCaseQuery } from './queries.ts'

// Loaded on demand: few cases lack something.
const LinkedCompletion = lazyPart(async () => (await import('./cases/linked-completion.tsx')).LinkedCompletion)

export { loadLinkedCase as load } from './load-support.ts'

/** A case for whoever came by the link in one of its mails: its receipt, its call and the rating of its answer. */
export function LinkedCaseScreen() {
  const t = useTranslations('support.linked')
  const { link = '' } = useSearch({ strict: false }) as { link?: string }
  const { data: found } = useQuery(linkedCaseQuery(useSend(), link))
  if (found) return <LinkedCaseFacts token={link} found={found} />
  return (
    <>
      <h1>{t('page')}</h1>
      <EmptyState title={t('over.title')} action={<ButtonLink href="/contact">{t('over.write')}</ButtonLink>}>
        {t('over.text')}
      </EmptyState>
    </>
  )
}

function LinkedCaseFacts({ token, found }: { token: string; found: LinkedCase }) {
  const t = useTranslations('support.linked')
  const locale = useLocale()
  const { number, opened_at: openedAt, is_open: isOpen, call_at: callAt, complete_by: completeBy } = found
  return (
    <>
      <header className="stack">
        <h1>{t('title', { number })}</h1>
        <p className="lead">
          {t('received', { at: formatInstant(new Date(openedAt), locale) })} {t(isOpen ? 'open' : 'answered')}
        </p>
      </header>
      <div>
        <DownloadButton call={downloadLinkedReceipt} params={{ token }}>
          {t('receipt')}
        </DownloadButton>
      </div>
      {completeBy && (
        <Suspense>
          <LinkedCompletion token={token} until={completeBy} />
        </Suspense>
      )}
      {callAt && (
        <BookedCallNotice
          at={callAt}
          phone={null}
          cancel={async (send) => send((await import('../api.ts')).cancelLinkedCall, { params: { token } })}
        />
      )}
      <SupervisorRequest
        supervisor={found.supervisor}
        isOpen={isOpen}
        ask={async (send) => send((await import('../api.ts')).requestLinkedSupervisor, { params: { token } })}
      />
      <AnswerRating
        request={found}
        rate={async (send, body) => send((await import('../api.ts')).rateLinkedCase, { params: { token }, body })}
      />
    </>
  )
}
