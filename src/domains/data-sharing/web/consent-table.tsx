import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Badge, type Tone } from '#kit/web/display/badge.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { DataConsent } from '../api.ts'
import type { ConsentState } from '../rules.ts'

type ConsentTableProps = {
  consents: readonly DataConsent[]
  /** Whether the holder is told, who is the same in most lists. */
  hasHolder: boolean
  actions?: (consent: DataConsent) => ReactNode
}

/** Consents to third parties: who reads what, for what, since and until when. */
export function ConsentTable({ consents, hasHolder, actions }: ConsentTableProps) {
  const t = useTranslations('data-sharing.consents')
  const columns = useConsentColumns()
  const actionsColumn: Column<DataConsent>[] = actions
    ? [{ key: 'actions', header: t('actions'), kind: 'actions', listPosition: 'last', cell: actions }]
    : []
  const shown = columns.filter(({ key }) => hasHolder || key !== 'holder')
  return <Table caption={t('caption')} columns={[...shown, ...actionsColumn]} rows={consents} rowKey={({ id }) => id} />
}

function useConsentColumns(): Column<DataConsent>[] {
  const t = useTranslations('data-sharing.consents')
  const tSharing = useTranslations('data-sharing')
  const locale = useLocale()
  const scopesOf = ({ scopes }: DataConsent) => scopes.map((scope) => tSharing(`scope.${scope}`)).join(', ')
  const untilOf = ({ valid_until: day }: DataConsent) => formatDay(day, locale)
  return [
    { key: 'who', header: t('who'), kind: 'name', listPosition: 'title', cell: (row) => row.third_party },
    {
      key: 'state',
      header: t('until'),
      isListOnly: true,
      listPosition: 'titleEnd',
      cell: (row) => <StateBadge {...row} />,
    },
    { key: 'purpose', header: t('purpose'), listPosition: 'second', cell: ({ purpose }) => purpose },
    { key: 'holder', header: t('holder'), cell: ({ holder }) => holder },
    { key: 'data', header: t('data'), cell: scopesOf },
    {
      key: 'summary',
      header: t('data'),
      isListOnly: true,
      listPosition: 'note',
      cell: (row) => t('summary', { data: scopesOf(row), until: untilOf(row) }),
    },
    { key: 'since', header: t('since'), cell: (row) => formatDay(calendarDayOf(new Date(row.given_at)), locale) },
    {
      key: 'until',
      header: t('until'),
      cell: (row) => (row.state === 'active' ? untilOf(row) : <StateBadge {...row} />),
    },
    {
      key: 'used',
      header: t('used'),
      cell: ({ last_used_at: at }) => (at ? formatInstant(new Date(at), locale) : t('never')),
    },
  ]
}

const tones: Record<ConsentState, Tone | 'plain'> = {
  active: 'positive',
  withdrawn: 'plain',
  expired: 'plain',
  access_revoked: 'plain',
}

function StateBadge({ state }: { state: ConsentState }) {
  const t = useTranslations('data-sharing.state')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}
