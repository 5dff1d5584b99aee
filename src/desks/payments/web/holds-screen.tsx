import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { listViewOf, useListView } from '#desks/common/web/list-view.ts'
import { useAct } from '#desks/common/web/use-act.ts'
import { Empty } from '#kit/web/absence.tsx'
import { BackLink } from '#kit/web/back-link.tsx'
import { Button } from '#kit/web/button.tsx'
import { Failure } from '#kit/web/failure.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import type { Column } from '#kit/web/table.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { PaymentHold } from '../holds-api.ts'
import { paymentHoldsQuery, paymentsKey } from './queries.ts'

const path = '/operator/payments/holds'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(paymentHoldsQuery(send, viewOf(search)))
}

/** Who has to wait before a card is tried again, each with a way to end the wait. */
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
      <Retryable title={t('holds.failedTitle')} words={t('list.failedWords')} resetKey={JSON.stringify(view)}>
        <Holds view={view} />
      </Retryable>
    </>
  )
}

function Holds({ view }: { view: { offset: number } }) {
  const t = useTranslations('desk-payments')
  const locale = useLocale()
  const send = useSend()
  const { data } = useSuspenseQuery(paymentHoldsQuery(send, view))
  const { go, failure } = useAct({
    desk: 'desk-payments',
    stale: paymentsKey,
    done: () => t('holds.released'),
    act: async ({ id, version }: PaymentHold) =>
      send((await import('../holds-api.ts')).releasePaymentHold, { params: { id }, body: { version } }),
  })
  const instantOf = (text: string) => formatInstant(new Date(text), locale)
  const subjectOf = ({ per, value }: PaymentHold) => t(`holds.per.${per}`, { value: value ?? '' })
  const userOf = ({ user }: PaymentHold) => (user ? `${user.name} · ${user.email}` : t('holds.noUser'))
  const columns: Column<PaymentHold>[] = [
    { key: 'subject', header: t('holds.subject'), kind: 'name', place: 'title', cell: subjectOf },
    { key: 'user', header: t('holds.user'), place: 'second', cell: userOf },
    { key: 'tries', header: t('holds.tries'), kind: 'number', cell: ({ tries }) => tries },
    { key: 'since', header: t('holds.since'), cell: ({ since }) => instantOf(since) },
    { key: 'until', header: t('holds.until'), cell: ({ until }) => instantOf(until) },
    {
      key: 'both',
      header: t('holds.until'),
      isListOnly: true,
      place: 'note',
      cell: ({ tries, since, until }) =>
        `${t('holds.tries')}: ${tries}. ${t('holds.since')} ${instantOf(since)}. ${t('holds.until')} ${instantOf(until)}.`,
    },
    {
      key: 'actions',
      header: t('holds.actions'),
      kind: 'actions',
      place: 'last',
      cell: (hold) => (
        <Button variant="second" isSmall onClick={() => go(hold)}>
          {t('holds.release')}
        </Button>
      ),
    },
  ]
  const words = (key: 'caption' | 'noneTitle' | 'noneWords') => t(`holds.${key}`)
  const none = <Empty title={t('holds.noneTitle')}>{t('holds.noneWords')}</Empty>
  return (
    <>
      <Failure>{failure}</Failure>
      <ListTable {...{ path, view, columns, words, none }} found={data} rowKey={({ id }) => id} />
    </>
  )
}

function viewOf(search: Search): { offset: number } {
  return { offset: listViewOf(search).offset }
}
