import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { ListFilter } from '#kit/backoffice/web/list-filter.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, matchValue, useListView } from '#kit/backoffice/web/list-view.ts'
import { SearchBox } from '#kit/backoffice/web/search-box.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { DownloadLink } from '#kit/web/action/download-link.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { reload } from '#kit/web/graphics/icons.ts'
import type { Column } from '#kit/web/list/table.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDecimal } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedImport } from '../api.ts'
import { downloadImportReport } from '../downloads.ts'
import { importSources, importStatusOf } from '../rules.ts'
import { type ImportsView, importsKey, importsQuery } from './queries.ts'
import { UploadForm } from './upload-form.tsx'

const path = '/operator/imports'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(importsQuery(send, viewOf(search)))
}

/** The page for uploading import files, with the results of all imports. */
export function ImportsScreen() {
  const t = useTranslations('desk-integration')
  const view = useListView(viewOf)
  return (
    <>
      <h1>{t('title')}</h1>
      <UploadForm />
      <section className="stack" aria-labelledby="list-title">
        <h2 id="list-title">{t('list.title')}</h2>
        <SearchBox label={t('list.label')} hint={t('list.hint')} submit={t('list.find')} value={view.q} path={path}>
          <ListFilter
            name="source"
            label={t('list.source')}
            value={view.source}
            any={t('list.any')}
            options={importSources.map((source) => ({ value: source, label: t(`sources.${source}`) }))}
          />
        </SearchBox>
        <RetryBoundary title={t('list.failedTitle')} message={t('list.failedWords')} resetKey={JSON.stringify(view)}>
          <ImportsTable view={view} />
        </RetryBoundary>
      </section>
    </>
  )
}

function ImportsTable({ view }: { view: ImportsView }) {
  const t = useTranslations('desk-integration')
  const texts = useTranslations('desk-integration.list')
  const send = useSend()
  const { data } = useSuspenseQuery(importsQuery(send, view))
  const { run, failure } = useAction({
    desk: 'desk-integration',
    invalidatedKey: importsKey,
    successMessage: () => t('list.retried'),
    action: async (id: number) => send((await import('../api.ts')).retryImport, { params: { id: String(id) } }),
  })

  const columns = useColumns(run)
  const none = <EmptyState title={t('list.noneTitle')}>{t('list.noneWords')}</EmptyState>
  return (
    <>
      <ErrorBanner>{failure}</ErrorBanner>
      <ListTable {...{ path, view, texts, columns, none }} page={data} rowKey={({ id }) => id} />
    </>
  )
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
  const { state, failure, tries } = row
  const knownFailure = knownFailures.find((each) => each === failure)
  return (
    <>
      <ImportStatusBadge row={row} />
      {failure && state !== 'done' && (
        <p className="soft">{knownFailure ? t(`failures.${knownFailure}`) : t('failures.other', { code: failure })}</p>
      )}
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

function viewOf(search: SearchParams): ImportsView {
  return { ...listViewOf(search), source: matchValue(importSources, search.source) }
}

function useColumns(onRetry: (id: number) => void): Column<ListedImport>[] {
  const t = useTranslations('desk-integration')
  const locale = useLocale()
  const nameOf = useImportName()
  return [
    { key: 'file', header: t('list.file'), kind: 'name', listPosition: 'title', cell: nameOf },
    { key: 'state', header: t('list.state'), listPosition: 'titleEnd', cell: (row) => <ImportState row={row} /> },
    { key: 'kind', header: t('list.kind'), listPosition: 'second', cell: ({ kind }) => t(`kinds.${kind}`) },
    {
      key: 'source',
      header: t('list.source'),
      listPosition: 'note',
      cell: ({ source, by }) => (by ? `${t(`sources.${source}`)}, ${by}` : t(`sources.${source}`)),
    },
    {
      key: 'accepted',
      header: t('list.accepted'),
      kind: 'number',
      cell: ({ accepted }) => formatDecimal(accepted, locale),
    },
    {
      key: 'refused',
      header: t('list.refused'),
      kind: 'number',
      cell: ({ refused }) => formatDecimal(refused, locale),
    },
    {
      key: 'created',
      header: t('list.created'),
      listPosition: 'secondEnd',
      cell: ({ created_at: at }) => formatInstant(new Date(at), locale),
    },
    {
      key: 'actions',
      header: t('list.actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: (row) => <ImportActions row={row} onRetry={onRetry} />,
    },
  ]
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
