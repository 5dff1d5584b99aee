import { useTranslations } from 'use-intl'
import { maxMatchingCustomers } from '#kit/backoffice/list-limits.ts'
import { LabelledNotes } from '#kit/backoffice/web/labelled-notes.tsx'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { Button } from '#kit/web/action/button.tsx'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { DeclarationDecision, DeclarationState } from '../../../declaration-rules.ts'
import type { ListedDeclaration } from '../api.ts'
import { downloadDeclarationPaper } from '../downloads.ts'
import { declarationFilters } from '../rules.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { declarationsQuery } from './queries.ts'

type OpenDecision = { declaration: ListedDeclaration; decision: DeclarationDecision }

/** What customers declare of their supplies so that they are not cut off, those to be answered first. */
const declarationsPage = listPage({
  path: '/operator/declarations',
  texts: 'desk-declarations',
  maxMatches: maxMatchingCustomers,
  query: declarationsQuery,
  useControls: () => useOpenDialog<OpenDecision>(),
  filters: {
    state: {
      label: 'columns.state',
      values: declarationFilters,
      initial: 'open',
      nameOf: (state, t) => t(`filters.${state}`),
      areTabs: true,
    },
  },
  columns: [
    {
      header: 'columns.customer',
      kind: 'name',
      listPosition: 'title',
      cell: ({ customer, contract }) => (
        <>
          <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>
          <p className="soft">{contract}</p>
        </>
      ),
    },
    {
      header: 'columns.state',
      listPosition: 'titleEnd',
      cell: ({ state }, { t }) => <Badge tone={stateTones[state]}>{t(`states.${state}`)}</Badge>,
    },
    { header: 'columns.declared', listPosition: 'note', cell: (row) => <Declared row={row} /> },
    { header: 'columns.papers', listPosition: 'note', cell: (row) => <Papers row={row} /> },
    { header: 'columns.days', listPosition: 'note', cell: (row, { t, day }) => <Days {...{ row, t, day }} /> },
    {
      header: 'columns.actions',
      kind: 'actions',
      listPosition: 'last',
      cell: (declaration, { t, controls: { open } }) => (
        <div className="line">
          {declaration.decisions.map((decision) => (
            <Button key={decision} variant="second" isSmall onClick={() => open({ declaration, decision })}>
              {t(`decisions.${decision}.open`)}
              <span className="visually-hidden">, {declaration.customer.name}</span>
            </Button>
          ))}
        </div>
      ),
    },
  ],
  rowKey: ({ id }) => id,
  after: (_, { controls: { edit, close } }) => edit && <DecisionDialog {...edit} onClose={close} />,
})

const stateTones = {
  ...({ open: 'warning', incomplete: 'notice', accepted: 'positive' } as const),
  ...({ refused: 'negative', lapsed: 'plain', ended: 'plain' } as const),
} satisfies Record<DeclarationState, string>

export const load = loadListPage(declarationsPage)

export function DeclarationsScreen() {
  return <ListPageView page={declarationsPage} />
}

function Declared({ row: { kind, note, answer } }: { row: ListedDeclaration }) {
  const tKinds = useTranslations('collections.declaration.kinds')
  const t = useTranslations('desk-declarations')
  return (
    <>
      {tKinds(kind)}
      {note && <p className="soft">{note}</p>}
      {answer && <p className="soft">{t('answered', { answer })}</p>}
    </>
  )
}

function Papers({ row: { id, papers } }: { row: ListedDeclaration }) {
  return (
    <div className="line">
      {papers.map(({ id: uploadId, name }) => (
        <DownloadButton key={uploadId} call={downloadDeclarationPaper} params={{ id: String(id), uploadId }}>
          {name}
        </DownloadButton>
      ))}
    </div>
  )
}

type DaysProps = {
  row: ListedDeclaration
  t: (key: 'columns.due' | 'columns.valid' | 'columns.until' | 'columns.by') => string
  day: (on: string) => string
}

function Days({ row: { due_on: due, valid_until: valid, accepted_until: until, decided_by: by }, t, day }: DaysProps) {
  return (
    <LabelledNotes
      notes={[
        { label: t('columns.due'), text: due && day(due) },
        { label: t('columns.valid'), text: valid && day(valid) },
        { label: t('columns.until'), text: until && day(until) },
        { label: t('columns.by'), text: by?.name ?? null },
      ]}
    />
  )
}
