import { useLocale, useTranslations } from 'use-intl'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { DownloadLink } from '#kit/web/action/download-link.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { reload } from '#kit/web/graphics/icons.ts'
import { useSend } from '#kit/web/portal.ts'
import type { ListedImport } from '../api.ts'
import { downloadImportReport } from '../downloads.ts'
import { importSources, importStatusOf } from '../rules.ts'
import { importsKey, importsQuery } from './queries.ts'
import { UploadForm } from './upload-form.tsx'

/** The page for uploading import files, with the results of all imports. */
const importsPage = listPage({
  path: '/operator/imports',
  texts: 'desk-integration',
  list: 'list',
  keys: { title: 'title' },
  above: { Content: UploadForm, title: 'list.title' },
  query: importsQuery,
  filters: {
    source: {
      label: 'list.source',
      any: 'list.any',
      values: importSources,
      nameOf: (source, t) => t(`sources.${source}`),
    },
  },
  useActions: useRetryImport,
  columns: [
    { header: 'list.file', kind: 'name', listPosition: 'title', cell: (row) => <ImportName row={row} /> },
    { header: 'list.state', listPosition: 'titleEnd', cell: (row) => <ImportState row={row} /> },
    { header: 'list.kind', listPosition: 'second', cell: ({ kind }, { t }) => t(`kinds.${kind}`) },
    {
      header: 'list.source',
      listPosition: 'note',
      cell: ({ source, by }, { t }) => (by ? `${t(`sources.${source}`)}, ${by}` : t(`sources.${source}`)),
    },
    { header: 'list.accepted', kind: 'number', cell: ({ accepted }, { count }) => count(accepted) },
    { header: 'list.refused', kind: 'number', cell: ({ refused }, { count }) => count(refused) },
    { header: 'list.created', listPosition: 'secondEnd', cell: ({ created_at: at }, { instant }) => instant(at) },
    {
      header: 'list.actions',
      kind: 'actions',
      listPosition: 'last',
      cell: (row, { actions }) => <ImportActions row={row} onRetry={actions.run} />,
    },
  ],
  rowKey: ({ id }) => id,
})

export const load = loadListPage(importsPage)

export function ImportsScreen() {
  return <ListPageView page={importsPage} />
}

function useRetryImport() {
  const t = useTranslations('desk-integration')
  const send = useSend()
  return useAction({
    desk: 'desk-integration',
    invalidatedKey: importsKey,
    successMessage: () => t('list.retried'),
    action: async (id: number) => send((await import('../api.ts')).retryImport, { params: { id: String(id) } }),
  })
}

function ImportName({ row }: { row: ListedImport }) {
  return useImportName()(row)
}

const tones = {
  waiting: 'notice',
  running: 'notice',
  partly: 'warning',
  refused: 'negative',
  failed: 'negative',
} as const

function ImportState({ row }: { row: ListedImport }) {
  const t = useTranslations('desk-integration')
  const { state, failure, tries, kept_hours, kept_days } = row
  const knownFailure = knownFailures.find((each) => each === failure)
  return (
    <>
      <ImportStatusBadge row={row} />
      {failure && state !== 'done' && (
        <p className="soft">{knownFailure ? t(`failures.${knownFailure}`) : t('failures.other', { code: failure })}</p>
      )}
      {kept_days > 0 && <p className="soft">{t('list.kept', { hours: kept_hours, days: kept_days })}</p>}
      {state === 'running' && tries > 1 && <p className="soft">{t('list.again', { tries })}</p>}
    </>
  )
}

const knownFailures = ['broke_off', 'file_missing'] as const

function ImportStatusBadge({ row }: { row: ListedImport }) {
  const t = useTranslations('desk-integration')
  const locale = useLocale()
  const { accepted, refused } = row
  const status = importStatusOf(row)
  if (status === 'done') return t('states.done')
  const share = new Intl.NumberFormat(locale, { style: 'percent' }).format(row.progress)
  const text = status === 'running' ? t('list.progress', { share, accepted, refused }) : t(`states.${status}`)
  return <Badge tone={tones[status]}>{text}</Badge>
}

function ImportActions({ row, onRetry }: { row: ListedImport; onRetry: (id: number) => void }) {
  const t = useTranslations('desk-integration')
  const nameOf = useImportName()
  return (
    <>
      {row.has_report && (
        <DownloadLink
          call={downloadImportReport}
          params={{ id: String(row.id) }}
          label={t('list.report', { file: nameOf(row) })}
        />
      )}
      {row.can_retry && (
        <Button
          variant="second"
          isSmall
          icon={reload}
          aria-label={t('list.retryOf', { file: nameOf(row) })}
          onClick={() => onRetry(row.id)}
        >
          {t('list.retry')}
        </Button>
      )}
    </>
  )
}

/** Returns the name of an import: that of its file, or its number. */
function useImportName(): (row: ListedImport) => string {
  const t = useTranslations('desk-integration')
  return ({ id, file_name: name }) => name || t('list.batch', { number: String(id) })
}
