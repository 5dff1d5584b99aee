import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { useRoleDisabledReason } from '#kit/backoffice/web/use-role-reason.ts'
import { Button } from '#kit/web/action/button.tsx'
import { DownloadLink } from '#kit/web/action/download-link.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import type { ManagedNewsletter } from '../api.ts'
import { exportSubscribers } from '../downloads.ts'
import { subscriberRoles } from '../roles.ts'
import { NewsletterDialog } from './newsletter-dialog.tsx'
import { newslettersQuery } from './queries.ts'

/** The newsletters that can be subscribed to, in display order. */
const newslettersPage = listPage({
  path: '/operator/newsletters',
  texts: 'desk-newsletter',
  query: newslettersQuery,
  useControls: () => ({
    ...useOpenDialog<ManagedNewsletter | 'new'>(),
    mayExport: useRoleDisabledReason(subscriberRoles) === undefined,
  }),
  action: ({ t, controls }) => (
    <Button icon={plus} onClick={() => controls.open('new')}>
      {t('add')}
    </Button>
  ),
  columns: [
    { header: 'name', kind: 'name', listPosition: 'title', cell: ({ name }) => name },
    {
      header: 'state',
      listPosition: 'titleEnd',
      cell: ({ active }, { t }) => (active ? t('offered') : <Badge tone="plain">{t('notOffered')}</Badge>),
    },
    { header: 'list', listPosition: 'note', cell: ({ locked }, { t }) => t(locked ? 'locked' : 'ownList') },
    {
      header: 'subscribers',
      kind: 'number',
      listPosition: 'second',
      cell: ({ subscribers }, { count }) => count(subscribers),
    },
    { header: 'order', kind: 'number', cell: ({ order }) => order },
    {
      header: 'actions',
      kind: 'actions',
      listPosition: 'last',
      cell: (newsletter, { t, controls: { open, mayExport } }) => (
        <span className="line">
          <Button
            variant="second"
            isSmall
            aria-label={t('editOf', { name: newsletter.name })}
            onClick={() => open(newsletter)}
          >
            {t('edit')}
          </Button>
          {mayExport && (
            <DownloadLink
              call={exportSubscribers}
              params={{ id: String(newsletter.id) }}
              label={t('export', { name: newsletter.name })}
            />
          )}
        </span>
      ),
    },
  ],
  rowKey: ({ id }) => id,
  after: ({ items, last_order: lastOrder }, { t, controls: { edit, close, mayExport } }) => (
    <>
      {mayExport && items.length > 0 && <p className="soft">{t('exportHint')}</p>}
      {edit && <NewsletterDialog newsletter={edit === 'new' ? null : edit} lastOrder={lastOrder} onClose={close} />}
    </>
  ),
})

export const load = loadListPage(newslettersPage)

export function NewslettersScreen() {
  return <ListPageView page={newslettersPage} />
}
