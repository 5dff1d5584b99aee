import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { matchesSearch } from '#kit/backoffice/search-terms.ts'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { RoleButton } from '#kit/backoffice/web/role-button.tsx'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { DutyKind } from '../../../kinds.ts'
import { normStates } from '../../../norm.ts'
import { useDutyTexts } from '../../duties/web/use-duty-texts.ts'
import type { ListedNorm } from '../api.ts'
import { calendarRoles } from '../roles.ts'
import { type NormEdit, NormTable } from './norm-table.tsx'
import { normsQuery } from './queries.ts'
import { useTopicName } from './use-topic-name.ts'

const NormDialog = lazyPart(async () => (await import('./norm-dialog.tsx')).NormDialog)

/** Every norm that sets a term, by what it is about, with its rows over time. */
const normsPage = listPage({
  path: '/operator/norms',
  texts: 'desk-norms',
  query: normsQuery,
  hasPages: false,
  filters: {
    state: { label: 'state', any: 'anyState', values: normStates, nameOf: (state, t) => t(`states.${state}`) },
  },
  Content: NormGroups,
})

export const load = loadListPage(normsPage)

export function NormsScreen() {
  return <ListPageView page={normsPage} />
}

type NormView = { q?: string; state?: (typeof normStates)[number] | undefined }

function NormGroups({ view }: { view: NormView }) {
  const t = useTranslations('desk-norms')
  const kindNames = useTranslations('desk-duties.kinds')
  const { data } = useSuspenseQuery(normsQuery(useSend()))
  const matches = useMatchingNorms(data.items, view)
  const kinds = [...new Set(matches.map(({ kind }) => kind))]
  const { edit, open, close } = useOpenDialog<NormEdit>()
  return (
    <>
      <div>
        <RoleButton icon={plus} roles={calendarRoles} onClick={() => open({})}>
          {t('add')}
        </RoleButton>
      </div>
      {kinds.length === 0 && (
        <EmptyState kind="filtered" title={t('noneTitle')}>
          {t('noneText')}
        </EmptyState>
      )}
      {kinds.map((kind) => (
        <section key={kind} className="stack" aria-label={kindNames(kind)}>
          <h2>{kindNames(kind)}</h2>
          <NormTable name={kindNames(kind)} norms={matches.filter((norm) => norm.kind === kind)} onEdit={open} />
        </section>
      ))}
      <Suspense>{edit && <NormDialog edit={edit} choices={data} onClose={close} />}</Suspense>
    </>
  )
}

function useMatchingNorms(norms: readonly ListedNorm[], { q = '', state }: NormView): ListedNorm[] {
  const kindNames = useTranslations('desk-duties.kinds')
  const { lawOf } = useDutyTexts()
  const topicName = useTopicName()
  const textOf = ({ kind, rows }: { kind: DutyKind; rows: ListedNorm['rows'] }) =>
    [
      kindNames(kind),
      ...rows.flatMap((row) => [lawOf(row), row.source, row.topic && topicName(row.topic), row.note]),
    ].join(' ')
  return norms.filter(
    (norm) => (!state || norm.rows.some((row) => row.state === state)) && matchesSearch(textOf(norm), q),
  )
}
