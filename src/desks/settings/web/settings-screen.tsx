import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DeskList } from '#desks/common/web/desk-list.tsx'
import { ListFilter } from '#desks/common/web/list-filter.tsx'
import { listViewOf, useListView } from '#desks/common/web/list-view.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import type { ListedSetting } from '../api.ts'
import { groups, matches, type SettingGroup } from '../rules.ts'
import { settingsQuery } from './queries.ts'
import { useSettingWords } from './use-setting-words.ts'
import { useValueWords } from './use-value-words.ts'

const SettingDialog = lazy(async () => ({ default: (await import('./setting-dialog.tsx')).SettingDialog }))

export function load({ send, prefetch }: LoadContext) {
  return prefetch(settingsQuery(send))
}

/** Everything that can be set, by group, with what it is now and what it is for. */
export function SettingsScreen() {
  const t = useTranslations('desk-settings.list')
  const view = useListView(viewOf)
  const nameOf = useTranslations('settings.groups')
  return (
    <DeskList
      view={view}
      path="/operator/settings"
      words={t}
      about={t('about')}
      hint={t('hint')}
      filters={
        <ListFilter
          name="group"
          label={t('group')}
          value={view.group}
          any={t('allGroups')}
          options={groups.map((name) => ({ value: name, label: nameOf(name) }))}
        />
      }
    >
      <Found {...view} />
    </DeskList>
  )
}

function Found({ q, group: only }: { q: string; group: string }) {
  const t = useTranslations('desk-settings.list')
  const groupName = useTranslations('settings.groups')
  const { nameOf, purposeOf, acceptedBy } = useSettingWords()
  const { data } = useSuspenseQuery(settingsQuery(useSend()))
  const [changed, setChanged] = useState<ListedSetting | null>(null)
  const found = data.filter((setting) => {
    const { path, value } = setting
    const group = groupName(setting.group as SettingGroup)
    const told = [path, nameOf(path), group, purposeOf(path), acceptedBy(setting), value]
    return (!only || setting.group === only) && matches(told, q)
  })
  if (!found.length)
    return (
      <Empty kind="filtered" title={t('noneTitle')}>
        {t('noneWords')}
      </Empty>
    )
  return (
    <>
      {groups
        .map((name) => ({ name, settings: found.filter((setting) => setting.group === name) }))
        .filter(({ settings }) => settings.length)
        .map(({ name, settings }) => (
          <Group key={name} name={name} settings={settings} onChange={setChanged} />
        ))}
      {changed && (
        <Suspense>
          <SettingDialog setting={changed} onClose={() => setChanged(null)} />
        </Suspense>
      )}
    </>
  )
}

type GroupProps = { name: SettingGroup; settings: ListedSetting[]; onChange: (setting: ListedSetting) => void }

function Group({ name, settings, onChange }: GroupProps) {
  const t = useTranslations('desk-settings.list')
  const waits = useTranslations('desk-approvals.waiting')
  const wordsOf = useValueWords()
  const { nameOf, purposeOf, acceptedBy } = useSettingWords()
  const title = useTranslations('settings.groups')(name)
  const notes = useTranslations('settings.notes') as unknown as Notes
  const columns: Column<ListedSetting>[] = [
    {
      key: 'name',
      header: t('name'),
      kind: 'name',
      place: 'title',
      cell: ({ path }) => (
        <>
          {nameOf(path)}
          <div>
            <code className="note">{path}</code>
          </div>
        </>
      ),
    },
    {
      key: 'description',
      header: t('description'),
      place: 'note',
      cell: (row) => (
        <>
          {purposeOf(row.path)}
          {/* Of a switch the value beside it says as much. */}
          {row.kind !== 'on_off' && <div className="note">{acceptedBy(row)}</div>}
        </>
      ),
    },
    {
      key: 'value',
      header: t('value'),
      place: 'second',
      cell: (row) => (
        <>
          {wordsOf(row, row.value)} {row.waiting_approval && <Chip tone="warning">{waits('chip')}</Chip>}
        </>
      ),
    },
    { key: 'default', header: t('default'), cell: (row) => wordsOf(row, row.default) },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      place: 'last',
      cell: (row) =>
        row.waiting_approval ? (
          <Link href={`/operator/approvals/${row.waiting_approval.id}`}>{waits('see')}</Link>
        ) : (
          <Button
            variant="second"
            isSmall
            aria-label={t('changeOf', { name: nameOf(row.path) })}
            onClick={() => onChange(row)}
          >
            {t('change')}
          </Button>
        ),
    },
  ]
  return (
    <section className="stack">
      <h2>{title}</h2>
      {notes.has(name) && <p>{notes(name)}</p>}
      <Table caption={t('caption', { group: title })} columns={columns} rows={settings} rowKey={({ path }) => path} />
    </section>
  )
}

// Few groups have something to say of all their settings.
type Notes = { (name: string): string; has(name: string): boolean }

function viewOf(search: Search) {
  return { ...listViewOf(search), group: search.group ?? '' }
}
