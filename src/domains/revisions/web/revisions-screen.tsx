import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '#kit/web/display/badge.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { flame, lightning } from '#kit/web/graphics/icons.ts'
import { RowLink, RowList } from '#kit/web/list/row-list.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { ListedRevision } from '../api.ts'
import { revisionsQuery } from './queries.ts'

/** Fetches the revisions. The screen reports a failure and offers a retry. */
export function load({ prefetch, send }: LoadContext) {
  return prefetch(revisionsQuery(send)).catch(() => {})
}

/** The announced and past changes of prices and terms. */
export function RevisionsScreen() {
  const t = useTranslations('revisions')
  return (
    <div className="stack">
      <h1>{t('title')}</h1>
      <p className="soft">{t('intro')}</p>
      <RetryBoundary title={t('failed.title')} message={t('failed.text')} resetKey="revisions">
        <RevisionsList />
      </RetryBoundary>
    </div>
  )
}

function RevisionsList() {
  const t = useTranslations('revisions')
  const { data } = useSuspenseQuery(revisionsQuery(useSend()))
  if (!data.length) return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
  return (
    <RowList>
      {data.map((revision) => (
        <RowLink
          key={revision.id}
          href={`/revisions/${revision.id}`}
          glyph={revision.contract.type === 'gas' ? flame : lightning}
          title={`${t(`kinds.${revision.kind}`)} · ${revision.contract.name}`}
          end={<RevisionStatus revision={revision} />}
        />
      ))}
    </RowList>
  )
}

function RevisionStatus({ revision: { status, applies_on } }: { revision: ListedRevision }) {
  const t = useTranslations('revisions.statuses')
  const text = t(status, { day: formatDay(applies_on, useLocale()) })
  return status === 'announced' ? <Badge tone="warning">{text}</Badge> : text
}
