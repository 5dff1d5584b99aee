import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { RoleButton } from '#kit/backoffice/web/role-button.tsx'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { plus } from '#kit/web/graphics/icons.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { productRoles } from '../roles.ts'
import { productFilters } from '../rules.ts'
import { productsQuery } from './queries.ts'
import { SaleStateBadge } from './sale-state-badge.tsx'

const NewProductDialog = lazyPart(async () => (await import('./new-product-dialog.tsx')).NewProductDialog)

/** The products with their tariffs, and the start of their next prices. */
const productsPage = listPage({
  path: '/operator/products',
  texts: 'desk-products',
  list: 'list',
  query: productsQuery,
  useControls: () => useOpenDialog<'new'>(),
  action: ({ t, controls }) => (
    <RoleButton roles={productRoles} icon={plus} onClick={() => controls.open('new')}>
      {t('list.add')}
    </RoleButton>
  ),
  filters: {
    energy: {
      label: 'list.energy',
      any: 'list.anyEnergy',
      values: ['electricity', 'gas'],
      nameOf: (energy, t) => t(`energies.${energy}`),
    },
    show: {
      label: 'list.show',
      values: productFilters,
      initial: 'current',
      nameOf: (show, t) => t(`list.shows.${show}`),
    },
  },
  columns: [
    {
      header: 'list.name',
      kind: 'name',
      listPosition: 'title',
      cell: ({ name, commercial_name: shown }) => shown ?? name,
      note: ({ name, commercial_name: shown }) => shown && name,
    },
    { header: 'list.sale', listPosition: 'titleEnd', cell: ({ sale }) => <SaleStateBadge sale={sale} /> },
    { header: 'list.energy', listPosition: 'second', cell: ({ energy }, { t }) => t(`energies.${energy}`) },
    { header: 'list.tariffs', listPosition: 'note', cell: ({ tariffs }) => tariffs.join(', ') || '—' },
    { header: 'list.next', listPosition: 'last', cell: ({ next_prices_from: from }, { day }) => day(from) },
  ],
  rowKey: ({ id }) => id,
  opens: ({ id }) => `/operator/products/${id}`,
  dialog: ({ controls: { edit, close } }) => edit && <NewProductDialog onClose={close} />,
})

export const load = loadListPage(productsPage)

export function ProductsScreen() {
  return <ListPageView page={productsPage} />
}
