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
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { RevisionDetails } from '../api.ts'
import { downloadNotice } from '../downloads.ts'
import { isAgreed } from '../rules.ts'
import { LeaveContract } from './leave-contract.tsx'
import { PriceTable } from './price-table.tsx'
import { revisionQuery } from './queries.ts'
import { RevisedYear } from './revised-year.tsx'

/** Fetches a change of prices or terms. */
export function load({ prefetch, send, params }: LoadContext) {
  return prefetch(revisionQuery(send, params.id!))
}

type RevisionProps = { revision: RevisionDetails }

/** A change of prices or terms: why, what it costs in the customer's own year, each price, and what they can do. */
export function RevisionScreen() {
  const t = useTranslations('revisions')
  const locale = useLocale()
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: revision } = useSuspenseQuery(revisionQuery(useSend(), id))
  const { kind, contract, product, applies_on, delivered_at, prices } = revision
  return (
    <div className="stack">
      <header>
        <BackLink href="/revisions">{t('notice.back')}</BackLink>
        <h1>{t('notice.title', { kind, day: formatDay(applies_on, locale) })}</h1>
        <p className="soft">{t('notice.contract', { contract: contract.name, product })}</p>
        {delivered_at && (
          <p className="soft">{t('notice.delivered', { instant: formatInstant(new Date(delivered_at), locale) })}</p>
        )}
      </header>
      {(kind === 'prices' || prices.length > 0) && <RevisedYear year={revision.year} />}
      <section className="stack" aria-labelledby="why">
        <h2 id="why">{t('why.title')}</h2>
        <Explanation revision={revision} />
      </section>
      {prices.length > 0 && <PriceTable prices={prices} />}
      <RevisionOptions revision={revision} />
    </div>
  )
}

function Explanation({ revision: { kind, applies_on, explanation, promotion, penalty, prices } }: RevisionProps) {
  const t = useTranslations('revisions')
  const locale = useLocale()
  if (!isAgreed(kind)) return <p>{explanation}</p>
  return (
    <>
      <p>{t(`why.${kind}`, { day: formatDay(applies_on, locale), promotion: promotion ?? 'none' })}</p>
      {kind === 'renewal' && prices.length === 0 && <p>{t('notice.samePrices')}</p>}
      {penalty && (
        <p>
          {t('notice.penalty', {
            day: formatDay(penalty.ends_on, locale),
            percent: formatDecimal(penalty.percent, locale),
          })}
        </p>
      )}
    </>
  )
}

function RevisionOptions({ revision }: RevisionProps) {
  const t = useTranslations('revisions')
  const locale = useLocale()
  const { id, kind, status, applies_on, contract, may_leave_free } = revision
  const lastDay = formatDay(addDays(applies_on, -1), locale)
  return (
    <section className="stack" aria-labelledby="options">
      <h2 id="options">{t('notice.options')}</h2>
      {status === 'left' && <Banner tone="positive">{t('leave.done', { day: lastDay })}</Banner>}
      {status === 'announced' && (
        <p>{isAgreed(kind) ? t('notice.keepAgreed') : t('notice.keep', { day: formatDay(applies_on, locale) })}</p>
      )}
      <div className="line">
        {status === 'announced' && may_leave_free && <LeaveContract revision={revision} lastDay={lastDay} />}
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
