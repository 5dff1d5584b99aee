import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { ListedSetting } from '../api.ts'
import { matchesSettingSearch, type SettingGroup, settingGroups } from '../rules.ts'
import { settingsQuery } from './queries.ts'
import { useSettingTexts } from './use-setting-texts.ts'
import { useSettingValueText } from './use-setting-value-text.ts'

const SettingDialog = lazyPart(async () => (await import('./setting-dialog.tsx')).SettingDialog)

/** All settings by group, with their current values and purposes. */
const settingsPage = listPage({
  path: '/operator/settings',
  texts: 'desk-settings.list',
  query: settingsQuery,
  hasPages: false,
  filters: {
    group: { label: 'group', any: 'allGroups', useOptions: useGroupOptions, parse: (group) => group },
  },
  Content: SettingGroups,
})

export const load = loadListPage(settingsPage)

export function SettingsScreen() {
  return <ListPageView page={settingsPage} />
}

function useGroupOptions() {
  const nameOf = useTranslations('settings.groups')
  return settingGroups.map((name) => ({ value: name, label: nameOf(name) }))
}

function SettingGroups({ view: { q, group: groupFilter } }: { view: { q: string; group: string } }) {
  const t = useTranslations('desk-settings.list')
  const groupName = useTranslations('settings.groups')
  const { nameOf, purposeOf, acceptedBy: acceptsText } = useSettingTexts()
  const { data } = useSuspenseQuery(settingsQuery(useSend()))
  const [editing, setEditing] = useState<ListedSetting | null>(null)
  const matching = data.filter((setting) => {
    const { path, value } = setting
    const group = groupName(setting.group as SettingGroup)
    const searchedTexts = [path, nameOf(path), group, purposeOf(path), acceptsText(setting), value]
    return (!groupFilter || setting.group === groupFilter) && matchesSettingSearch(searchedTexts, q)
  })
  if (!matching.length)
    return (
      <EmptyState kind="filtered" title={t('noneTitle')}>
        {t('noneText')}
      </EmptyState>
    )
  return (
    <>
      {settingGroups
        .map((name) => ({ name, settings: matching.filter((setting) => setting.group === name) }))
        .filter(({ settings }) => settings.length)
        .map(({ name, settings }) => (
          <SettingGroupTable key={name} name={name} settings={settings} onChange={setEditing} />
        ))}
      {editing && (
        <Suspense>
          <SettingDialog setting={editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </>
  )
}

type SettingGroupTableProps = {
  name: SettingGroup
  settings: ListedSetting[]
  onChange: (setting: ListedSetting) => void
}

function SettingGroupTable({ name, settings, onChange }: SettingGroupTableProps) {
  const t = useTranslations('desk-settings.list')
  const columns = useColumns(onChange)
  const title = useTranslations('settings.groups')(name)
  const notes = useTranslations('settings.notes') as unknown as GroupNotes
  return (
    <section className="stack">
      <h2>{title}</h2>
      {notes.has(name) && <p>{notes(name)}</p>}
      <Table caption={t('caption', { group: title })} columns={columns} rows={settings} rowKey={({ path }) => path} />
    </section>
  )
}

// Only few groups have a note.
type GroupNotes = { (name: string): string; has(name: string): boolean }

function useColumns(onChange: SettingGroupTableProps['onChange']): Column<ListedSetting>[] {
  const t = useTranslations('desk-settings.list')
  const approvalTexts = useTranslations('desk-approvals.waiting')
  const valueText = useSettingValueText()
  const { purposeOf, acceptedBy: acceptsText } = useSettingTexts()
  return [
    {
      key: 'name',
      header: t('name'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ path }) => <SettingName path={path} />,
    },
    {
      key: 'description',
      header: t('description'),
      listPosition: 'note',
      cell: (row) => (
        <>
          {purposeOf(row.path)}
          {/* The value next to a switch already says the same. */}
          {row.kind !== 'on_off' && <div className="note">{acceptsText(row)}</div>}
        </>
      ),
    },
    {
      key: 'value',
      header: t('value'),
      listPosition: 'second',
      cell: (row) => (
        <>
          {valueText(row, row.value)} {row.waiting_approval && <Badge tone="warning">{approvalTexts('chip')}</Badge>}
        </>
      ),
    },
    { key: 'default', header: t('default'), cell: (row) => valueText(row, row.default) },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: (row) => <SettingAction setting={row} onChange={onChange} />,
    },
  ]
}

function SettingName({ path }: Pick<ListedSetting, 'path'>) {
  const { nameOf } = useSettingTexts()
  return (
    <>
      {nameOf(path)}
      <div>
        <code className="note">{path}</code>
      </div>
    </>
  )
}

type SettingActionProps = Pick<SettingGroupTableProps, 'onChange'> & { setting: ListedSetting }

function SettingAction({ setting, onChange }: SettingActionProps) {
  const t = useTranslations('desk-settings.list')
  const approvalTexts = useTranslations('desk-approvals.waiting')
  const { nameOf } = useSettingTexts()
  return setting.waiting_approval ? (
    <Link href={`/operator/approvals/${setting.waiting_approval.id}`}>{approvalTexts('see')}</Link>
  ) : (
    <Button
      variant="second"
      isSmall
      aria-label={t('changeOf', { name: nameOf(setting.path) })}
      onClick={() => onChange(setting)}
    >
      {t('change')}
    </Button>
  )
}
