import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { Button } from '#kit/web/action/button.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { languageNames, locales } from '#vocabulary/locale.ts'
import type { ListedContent } from '../api.ts'
import { blockPositions } from '../rules.ts'
import { contentQuery } from './queries.ts'

const ContentDialog = lazyPart(async () => (await import('./content-dialog.tsx')).ContentDialog)

const isOfBlocks = ({ kind }: { kind: string }) => kind === 'block'

/** The content that the retailer publishes on the portal: HTML blocks, own pages and banners. */
const contentPage = listPage({
  path: '/operator/content',
  texts: 'desk-content.list',
  query: contentQuery,
  useControls: () => useOpenDialog<ListedContent | 'new'>(),
  action: ({ t, controls }) => (
    <Button icon={plus} onClick={() => controls.open('new')}>
      {t('add')}
    </Button>
  ),
  filters: {
    kind: {
      label: 'kinds',
      values: ['block', 'page', 'banner'],
      initial: 'block',
      areTabs: true,
      nameOf: (kind, t) => t(kind),
    },
  },
  columns: [
    { header: 'name', kind: 'name', listPosition: 'title', cell: ({ title }) => title },
    {
      header: 'place',
      listPosition: 'second',
      isShown: isOfBlocks,
      cell({ content }, { t }) {
        const match = blockPositions.find((place) => place === content.place)
        return match ? t(`places.${match}`) : String(content.place)
      },
    },
    {
      header: 'language',
      listPosition: 'secondEnd',
      isShown: isOfBlocks,
      cell({ content }, { t }) {
        const match = locales.find((locale) => locale === content.locale)
        return match ? languageNames[match] : t('allLanguages')
      },
    },
    {
      header: 'actions',
      kind: 'actions',
      listPosition: 'last',
      cell: (row, { t, controls }) => (
        <Button
          variant="second"
          isSmall
          aria-label={t('editOf', { name: row.title })}
          onClick={() => controls.open(row)}
        >
          {t('edit')}
        </Button>
      ),
    },
  ],
  rowKey: ({ key }) => key,
  dialog: ({ view, controls: { edit, close } }) =>
    edit && <ContentDialog kind={view.kind} edited={edit === 'new' ? null : edit} onClose={close} />,
})

export const load = loadListPage(contentPage)

export function ContentScreen() {
  return <ListPageView page={contentPage} />
}
