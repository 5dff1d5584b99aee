import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { marketLists } from '../rules.ts'
import { type MarketMember, marketQuery } from './queries.ts'

const MemberDialog = lazyPart(async () => (await import('./market-member-dialog.tsx')).MarketMemberDialog)

const isOfDistributors = ({ list }: { list: string }) => list === 'distributors'

/** The other market participants: origin retailers and distributors. */
const marketPage = listPage({
  path: '/operator/market',
  texts: 'desk-market.list',
  query: marketQuery,
  useControls: () => useOpenDialog<MarketMember | 'new'>(),
  action: ({ t, controls }) => (
    <Button icon={plus} onClick={() => controls.open('new')}>
      {t('add')}
    </Button>
  ),
  filters: {
    list: { label: 'kinds', values: marketLists, initial: 'electricity', areTabs: true, nameOf: (list, t) => t(list) },
  },
  caption: ({ t, view }) => t('caption', { list: t(view.list) }),
  columns: [
    { header: 'name', kind: 'name', listPosition: 'title', cell: ({ name }) => name },
    {
      header: 'code',
      listPosition: 'second',
      isShown: isOfDistributors,
      cell: (member) => ('code' in member ? member.code : '—'),
    },
    {
      header: 'phone',
      listPosition: 'note',
      isShown: isOfDistributors,
      cell: (member) => ('code' in member ? (member.breakdown_phone ?? '—') : '—'),
    },
    {
      header: 'website',
      isShown: isOfDistributors,
      cell: (member) => ('code' in member ? (member.website ?? '—') : '—'),
    },
    {
      header: 'state',
      listPosition: 'titleEnd',
      cell: ({ is_active: isActive }, { t }) => (isActive ? t('active') : <Badge tone="plain">{t('off')}</Badge>),
    },
    {
      header: 'actions',
      kind: 'actions',
      listPosition: 'last',
      cell: (member, { t, controls }) => (
        <Button
          variant="second"
          isSmall
          aria-label={t('changeOf', { name: member.name })}
          onClick={() => controls.open(member)}
        >
          {t('change')}
        </Button>
      ),
    },
  ],
  rowKey: ({ id }) => id,
  dialog: ({ view, controls: { edit, close } }) =>
    edit && <MemberDialog list={view.list} member={edit === 'new' ? null : edit} onClose={close} />,
})

export const load = loadListPage(marketPage)

export function MarketScreen() {
  return <ListPageView page={marketPage} />
}
