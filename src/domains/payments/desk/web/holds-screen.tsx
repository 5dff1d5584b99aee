import { useTranslations } from 'use-intl'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { PaymentHold } from '../holds-api.ts'
import { paymentHoldsQuery, paymentsKey } from './queries.ts'

/** The current payment holds, each with a release button. */
const holdsPage = listPage({
  path: '/operator/payments/holds',
  texts: 'desk-payments',
  list: 'holds',
  keys: { failedText: 'list.failedText' },
  back: { href: '/operator/payments', label: 'payment.back' },
  query: paymentHoldsQuery,
  hasSearch: false,
  useActions: useReleaseHold,
  columns: [
    {
      header: 'holds.subject',
      kind: 'name',
      listPosition: 'title',
      cell: ({ per, value }, { t }) => t(`holds.per.${per}`, { value: value ?? '' }),
    },
    {
      header: 'holds.user',
      listPosition: 'second',
      cell: ({ user }, { t }) => (user ? `${user.name} · ${user.email}` : t('holds.noUser')),
    },
    { header: 'holds.tries', kind: 'number', cell: ({ tries }) => tries },
    { header: 'holds.since', cell: ({ since }, { instant }) => instant(since) },
    { header: 'holds.until', cell: ({ until }, { instant }) => instant(until) },
    {
      header: 'holds.until',
      isListOnly: true,
      listPosition: 'note',
      cell: ({ tries, since, until }, { t, instant }) =>
        `${t('holds.tries')}: ${tries}. ${t('holds.since')} ${instant(since)}. ${t('holds.until')} ${instant(until)}.`,
    },
    {
      header: 'holds.actions',
      kind: 'actions',
      listPosition: 'last',
      cell: (hold, { t, actions }) => (
        <Button variant="second" isSmall onClick={() => actions.run(hold)}>
          {t('holds.release')}
        </Button>
      ),
    },
  ],
  rowKey: ({ id }) => id,
})

export const load = loadListPage(holdsPage)

export function HoldsScreen() {
  return <ListPageView page={holdsPage} />
}

function useReleaseHold() {
  const t = useTranslations('desk-payments.holds')
  const send = useSend()
  return useAction({
    desk: 'desk-payments',
    invalidatedKey: paymentsKey,
    successMessage: () => t('released'),
    action: async ({ id, version }: PaymentHold) =>
      send((await import('../holds-api.ts')).releasePaymentHold, { params: { id }, body: { version } }),
  })
}
