import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { addDays } from '#vocabulary/day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { RevisionDetails } from '../api.ts'
import { downloadNotice } from '../downloads.ts'
import { LeaveContract } from './leave-contract.tsx'
import { PriceTable } from './price-table.tsx'
import { revisionQuery } from './queries.ts'
import { RevisedYear } from './revised-year.tsx'

/** Fetches a change of prices or terms. */
export function load({ prefetch, send, params }: LoadContext) {
  return prefetch(revisionQuery(send, params.id!))
}

/** A change of prices or terms: why, what it costs in the customer's own year, each price, and what they can do. */
export function RevisionScreen() {
  const t = useTranslations('revisions.notice')
  const locale = useLocale()
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: revision } = useSuspenseQuery(revisionQuery(useSend(), id))
  const { kind, contract, product, applies_on, delivered_at, explanation, prices } = revision
  return (
    <div className="stack">
      <header>
        <BackLink href="/revisions">{t('back')}</BackLink>
        <h1>{t('title', { kind, day: formatDay(applies_on, locale) })}</h1>
        <p className="soft">
          {t('contract', { contract: contract.name, product })}{' '}
          {delivered_at && t('delivered', { instant: formatInstant(new Date(delivered_at), locale) })}
        </p>
      </header>
      {kind === 'prices' && <RevisedYear year={revision.year} />}
      <section className="stack" aria-labelledby="why">
        <h2 id="why">{t('why')}</h2>
        <p>{explanation}</p>
      </section>
      {prices.length > 0 && <PriceTable prices={prices} />}
      <RevisionOptions revision={revision} />
    </div>
  )
}

function RevisionOptions({ revision }: { revision: RevisionDetails }) {
  const t = useTranslations('revisions')
  const locale = useLocale()
  const { id, status, applies_on, contract } = revision
  const lastDay = formatDay(addDays(applies_on, -1), locale)
  return (
    <section className="stack" aria-labelledby="options">
      <h2 id="options">{t('notice.options')}</h2>
      {status === 'left' && <Banner tone="positive">{t('leave.done', { day: lastDay })}</Banner>}
      {status === 'announced' && <p>{t('notice.keep', { day: formatDay(applies_on, locale) })}</p>}
      <div className="line">
        {status === 'announced' && <LeaveContract revision={revision} lastDay={lastDay} />}
        <DownloadButton call={downloadNotice} params={{ id }}>
          {t('notice.pdf')}
        </DownloadButton>
      </div>
      {contract.type === 'electricity' && status !== 'left' && (
        <p>
          <Link href="/price-compare">{t('notice.compare')}</Link>
        </p>
      )}
    </section>
  )
}
