import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, useListView } from '#kit/backoffice/web/list-view.ts'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import type { Column } from '#kit/web/list/table.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { PaymentHold } from '../holds-api.ts'
import { paymentHoldsQuery, paymentsKey } from './queries.ts'

const path = '/operator/payments/holds'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(paymentHoldsQuery(send, viewOf(search)))
}

/** The current payment holds, each with a release button. */
export function HoldsScreen() {
  const t = useTranslations('desk-payments')
  const view = useListView(viewOf)
  return (
    <>
      <div>
        <BackLink href="/operator/payments">{t('payment.back')}</BackLink>
        <h1>{t('holds.title')}</h1>
      </div>
      <p className="lead">{t('holds.about')}</p>
      <RetryBoundary title={t('holds.failedTitle')} message={t('list.failedWords')} resetKey={JSON.stringify(view)}>
        <HoldsTable view={view} />
      </RetryBoundary>
    </>
  )
}

function HoldsTable({ view }: { view: { offset: number } }) {
  const t = useTranslations('desk-payments')
  const locale = useLocale()
  const send = useSend()
  const { data } = useSuspenseQuery(paymentHoldsQuery(send, view))
  const { run, failure } = useAction({
    desk: 'desk-payments',
    invalidatedKey: paymentsKey,
    successMessage: () => t('holds.released'),
    action: async ({ id, version }: PaymentHold) =>
      send((await import('../holds-api.ts')).releasePaymentHold, { params: { id }, body: { version } }),
  })
  const instantOf = (text: string) => formatInstant(new Date(text), locale)
  const subjectOf = ({ per, value }: PaymentHold) => t(`holds.per.${per}`, { value: value ?? '' })
  const userOf = ({ user }: PaymentHold) => (user ? `${user.name} · ${user.email}` : t('holds.noUser'))
  const columns: Column<PaymentHold>[] = [
    { key: 'subject', header: t('holds.subject'), kind: 'name', listPosition: 'title', cell: subjectOf },
    { key: 'user', header: t('holds.user'), listPosition: 'second', cell: userOf },
    { key: 'tries', header: t('holds.tries'), kind: 'number', cell: ({ tries }) => tries },
    { key: 'since', header: t('holds.since'), cell: ({ since }) => instantOf(since) },
    { key: 'until', header: t('holds.until'), cell: ({ until }) => instantOf(until) },
    {
      key: 'both',
      header: t('holds.until'),
      isListOnly: true,
      listPosition: 'note',
      cell: ({ tries, since, until }) =>
        `${t('holds.tries')}: ${tries}. ${t('holds.since')} ${instantOf(since)}. ${t('holds.until')} ${instantOf(until)}.`,
    },
    {
      key: 'actions',
      header: t('holds.actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: (hold) => (
        <Button variant="second" isSmall onClick={() => run(hold)}>
          {t('holds.release')}
        </Button>
      ),
    },
  ]
  const texts = (key: 'caption' | 'noneTitle' | 'noneWords') => t(`holds.${key}`)
  const none = <EmptyState title={t('holds.noneTitle')}>{t('holds.noneWords')}</EmptyState>
  return (
    <>
      <ErrorBanner>{failure}</ErrorBanner>
      <ListTable {...{ path, view, columns, texts, none }} page={data} rowKey={({ id }) => id} />
    </>
  )
}

function viewOf(search: SearchParams): { offset: number } {
  return { offset: listViewOf(search).offset }
}
