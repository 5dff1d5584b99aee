import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { ListFilter } from '#desks/common/web/list-filter.tsx'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { listViewOf, namedOf, useListView } from '#desks/common/web/list-view.ts'
import { SearchBox } from '#desks/common/web/search-box.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { DownloadLink } from '#kit/web/download-link.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { reload } from '#kit/web/icons.ts'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import type { Column } from '#kit/web/table.tsx'
import { formatDecimal } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedImport } from '../api.ts'
import { downloadImportReport } from '../downloads.ts'
import { importSources, standingOf } from '../rules.ts'
import { DropForm } from './drop-form.tsx'
import { type ImportsView, importsKey, importsQuery } from './queries.ts'

const path = '/operator/imports'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(importsQuery(send, viewOf(search)))
}

/** Where files are dropped to be taken in, and what became of all that came. */
export function ImportsScreen() {
  const t = useTranslations('desk-imports')
  const view = useListView(viewOf)
  return (
    <>
      <h1>{t('title')}</h1>
      <DropForm />
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
        <Retryable title={t('list.failedTitle')} words={t('list.failedWords')} resetKey={JSON.stringify(view)}>
          <Found view={view} />
        </Retryable>
      </section>
    </>
  )
}

function Found({ view }: { view: ImportsView }) {
  const t = useTranslations('desk-imports')
  const words = useTranslations('desk-imports.list')
  const locale = useLocale()
  const send = useSend()
  const { data } = useSuspenseQuery(importsQuery(send, view))
  const { go, failure } = useAct({
    desk: 'desk-imports',
    stale: importsKey,
    done: () => t('list.retried'),
    act: async (id: number) => send((await import('../api.ts')).retryImport, { params: { id: String(id) } }),
  })

  const nameOf = ({ id, file_name: name }: ListedImport) => name || t('list.batch', { number: String(id) })
  const columns: Column<ListedImport>[] = [
    { key: 'file', header: t('list.file'), kind: 'name', place: 'title', cell: nameOf },
    { key: 'state', header: t('list.state'), place: 'titleEnd', cell: (row) => <State row={row} /> },
    { key: 'kind', header: t('list.kind'), place: 'second', cell: ({ kind }) => t(`kinds.${kind}`) },
    {
      key: 'source',
      header: t('list.source'),
      place: 'note',
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
      place: 'secondEnd',
      cell: ({ created_at: at }) => formatInstant(new Date(at), locale),
    },
    {
      key: 'actions',
      header: t('list.actions'),
      kind: 'actions',
      place: 'last',
      cell: (row) => (
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
              onClick={() => go(row.id)}
            >
              {t('list.retry')}
            </Button>
          )}
        </>
      ),
    },
  ]
  const none = <Empty title={t('list.noneTitle')}>{t('list.noneWords')}</Empty>
  return (
    <>
      <Failure>{failure}</Failure>
      <ListTable {...{ path, view, words, columns, none }} found={data} rowKey={({ id }) => id} />
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

function State({ row }: { row: ListedImport }) {
  const t = useTranslations('desk-imports')
  const { state, failure, tries } = row
  const known = knownFailures.find((each) => each === failure)
  return (
    <>
      <Standing row={row} />
      {failure && state !== 'done' && (
        <p className="soft">{known ? t(`failures.${known}`) : t('failures.other', { code: failure })}</p>
      )}
      {state === 'running' && tries > 1 && <p className="soft">{t('list.again', { tries })}</p>}
    </>
  )
}

const knownFailures = ['broke_off', 'file_missing'] as const

function Standing({ row }: { row: ListedImport }) {
  const t = useTranslations('desk-imports')
  const locale = useLocale()
  const { accepted, refused } = row
  const standing = standingOf(row)
  if (standing === 'done') return t('states.done')
  const share = new Intl.NumberFormat(locale, { style: 'percent' }).format(row.progress)
  const words = standing === 'running' ? t('list.progress', { share, accepted, refused }) : t(`states.${standing}`)
  return <Chip tone={tones[standing]}>{words}</Chip>
}

function viewOf(search: Search): ImportsView {
  return { ...listViewOf(search), source: namedOf(importSources, search.source) }
}
