import { useLocale, useTranslations } from 'use-intl'
import { RoleButton } from '#kit/backoffice/web/role-button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import { SourceLink } from '../../duties/web/duty-cells.tsx'
import { useDutyTexts } from '../../duties/web/use-duty-texts.ts'
import type { ListedNorm, NormRow } from '../api.ts'
import { calendarRoles } from '../roles.ts'
import { useTopicName } from './use-topic-name.ts'

/** What the dialog edits: a new norm, a row that replaces a norm from a day on, or an entered row. */
export type NormEdit = { norm?: ListedNorm; row?: NormRow }

type RowOfNorm = { norm: ListedNorm; row: NormRow; isNewest: boolean }
type NormTableProps = { name: string; norms: readonly ListedNorm[]; onEdit: (edit: NormEdit) => void }

/** The norms of a kind with their rows over time. */
export function NormTable({ name, norms, onEdit }: NormTableProps) {
  const t = useTranslations('desk-norms')
  const columns = useColumns(onEdit)
  const rows = norms.flatMap((norm) => norm.rows.map((row, index) => ({ norm, row, isNewest: index === 0 })))
  return (
    <Table
      caption={t('caption', { kind: name })}
      columns={columns}
      rows={rows}
      rowKey={({ norm, row }) => `${norm.code} ${row.valid_from}`}
    />
  )
}

const tones = {
  in_force: 'positive',
  conditional: 'warning',
  awaiting_validation: 'warning',
  repealed: 'plain',
} as const

function useColumns(onEdit: (edit: NormEdit) => void): Column<RowOfNorm>[] {
  const t = useTranslations('desk-norms')
  const locale = useLocale()
  const { lawOf, termOf } = useDutyTexts()
  const topicName = useTopicName()
  return [
    {
      key: 'norm',
      header: t('norm'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ row }) => <SourceLink source={row.source}>{lawOf(row)}</SourceLink>,
    },
    { key: 'term', header: t('term'), listPosition: 'second', cell: ({ row }) => termOf(row) },
    { key: 'scope', header: t('scope'), listPosition: 'note', cell: ({ row }) => <Scope row={row} /> },
    {
      key: 'validity',
      header: t('validity'),
      listPosition: 'secondEnd',
      cell: ({ row }) =>
        row.valid_to === null
          ? t('since', { from: formatDay(row.valid_from, locale) })
          : t('between', { from: formatDay(row.valid_from, locale), to: formatDay(row.valid_to, locale) }),
    },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: ({ row: { state, time, note } }) => (
        <>
          {time === 'present' ? <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge> : t(`times.${time}`)}
          {note && <span className="note"> {note}</span>}
        </>
      ),
    },
    {
      key: 'by',
      header: t('enteredBy'),
      cell: ({ row: { version } }) => t(version === null ? 'product' : 'operator'),
    },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: (each) => <NormActions {...each} onEdit={onEdit} />,
    },
  ]

  function Scope({ row: { topic, energy, max_power_watts: watts } }: { row: NormRow }) {
    const parts = [
      topic && topicName(topic),
      energy && t(`energies.${energy}`),
      watts !== null && t('upTo', { power: formatDecimal(watts / 1000, locale) }),
    ].filter(Boolean)
    return parts.join(' · ') || t('anything')
  }
}

function NormActions({ norm, row, isNewest, onEdit }: RowOfNorm & { onEdit: (edit: NormEdit) => void }) {
  const t = useTranslations('desk-norms')
  const locale = useLocale()
  const { lawOf } = useDutyTexts()
  const isPlanned = row.version !== null && row.time === 'planned'
  const names = { norm: lawOf(row), from: formatDay(row.valid_from, locale) }
  if (isPlanned)
    return (
      <RoleButton
        roles={calendarRoles}
        variant="second"
        isSmall
        aria-label={t('changeOf', names)}
        onClick={() => onEdit({ norm, row })}
      >
        {t('change')}
      </RoleButton>
    )
  if (!isNewest) return null
  return (
    <RoleButton
      roles={calendarRoles}
      variant="quiet"
      isSmall
      aria-label={t('replaceOf', names)}
      onClick={() => onEdit({ norm })}
    >
      {t('replace')}
    </RoleButton>
  )
}
