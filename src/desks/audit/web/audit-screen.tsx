import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#desks/common/web/desk-list.tsx'
import { useListView } from '#desks/common/web/list-view.ts'
import { readTypedDate } from '#kit/typed-date.ts'
import { Empty } from '#kit/web/absence.tsx'
import { ButtonLink } from '#kit/web/button.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { DateField } from '#kit/web/date-field.tsx'
import { chevronRight } from '#kit/web/icons.ts'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { RangeLinks } from '#kit/web/range-links.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { dayRangeNames, dayRangeOf } from '#vocabulary/day-ranges.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { AuditedAct } from '../api.ts'
import { parseSubject } from '../rules.ts'
import { type AuditView, auditQuery } from './queries.ts'

const path = '/operator/audit'

export async function load({ send, prefetch, search }: LoadContext) {
  await prefetch(auditQuery(send, viewOf(search))).catch(() => {})
}

/** What was done in the portal, by whom, and what it changed. */
export function AuditScreen() {
  const t = useTranslations('desk-audit')
  const view = useListView(viewOf)
  return (
    <DeskList {...{ path, view }} words={t} about={t('about')} hint={t('hint')} filters={<Filters view={view} />}>
      <Acts view={view} />
    </DeskList>
  )
}

/** By whom and on which days. */
function Filters({ view }: { view: AuditView }) {
  const t = useTranslations('desk-audit')
  const today = calendarDayOf(new Date(useBoot().now))
  const ranges = dayRangeNames.map((name) => {
    const range = dayRangeOf(name, today)
    const isPresent = range.from === view.from && range.to === view.to
    return { name, isPresent, href: addressOf({ ...view, ...range, after: undefined }) }
  })
  return (
    <>
      <DateField key={`from ${view.from}`} name="from" label={t('from')} defaultValue={view.from} />
      <DateField key={`to ${view.to}`} name="to" label={t('to')} defaultValue={view.to} />
      <RangeLinks ranges={ranges} />
      <Checkbox name="operators" value="true" label={t('operators')} defaultChecked={view.isByOperators} />
    </>
  )
}

function Acts({ view }: { view: AuditView }) {
  const t = useTranslations('desk-audit')
  const locale = useLocale()
  const { data } = useSuspenseQuery(auditQuery(useSend(), view))
  if (!data.items.length) return <Empty title={t('noneTitle')}>{t('noneWords')}</Empty>

  const columns: Column<AuditedAct>[] = [
    {
      key: 'at',
      header: t('at'),
      kind: 'name',
      place: 'second',
      cell: ({ at }) => formatInstant(new Date(at), locale),
    },
    { key: 'action', header: t('action'), place: 'title', cell: ({ action }) => <Action action={action} /> },
    { key: 'actor', header: t('actor'), place: 'titleEnd', cell: ({ actor }) => actor?.login ?? t('nobody') },
    {
      key: 'customer',
      header: t('customer'),
      place: 'secondEnd',
      cell: ({ customer }) => customer && <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>,
    },
    { key: 'subject', header: t('subject'), place: 'note', cell: (act) => <Subject {...act} /> },
    {
      key: 'change',
      header: t('change'),
      place: 'last',
      cell: ({ before, after }) => <Change before={before} after={after} />,
    },
  ]
  return (
    <>
      <Table caption={t('caption')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
      {data.next && (
        <div className="line">
          <ButtonLink
            variant="second"
            iconAfter={chevronRight}
            rel="next"
            href={addressOf({ ...view, after: data.next })}
          >
            {t('older')}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

/** What was done in words, and as the log is searched for it. */
function Action({ action }: Pick<AuditedAct, 'action'>) {
  const t = useTranslations('desk-audit.actions')
  const known = action as 'logged_in'
  if (!t.has(known)) return <code>{action}</code>
  return (
    <>
      {t(known)} <code className="small soft">{action}</code>
    </>
  )
}

/** What it was done to in words, with the way to its page, and as the log is searched for it. */
function Subject({ action, subject }: Pick<AuditedAct, 'action' | 'subject'>) {
  const t = useTranslations('desk-audit.subjects')
  const settings = useTranslations('settings.names') as unknown as SettingNames
  if (subject === null) return null
  const code = <code className="small soft">{subject}</code>
  const path = subject.replace(/^setting:/, '')
  if (action === 'setting_changed' && settings.has(path))
    return (
      <>
        <Link href={`/operator/settings?q=${encodeURIComponent(path)}`}>{settings(path)}</Link> {code}
      </>
    )
  const read = parseSubject(subject)
  if (!read) return code
  const words = t(read.kind)
  return (
    <>
      {read.href ? <Link href={read.href}>{words}</Link> : words} {code}
    </>
  )
}

type SettingNames = { (path: string): string; has(path: string): boolean }

function Change({ before, after }: Pick<AuditedAct, 'before' | 'after'>) {
  const t = useTranslations('desk-audit')
  if (before === null && after === null) return null
  const text = (value: unknown) => (value === null ? '—' : JSON.stringify(value))
  return <code>{before === null ? text(after) : t('fromTo', { before: text(before), after: text(after) })}</code>
}

function addressOf({ q, isByOperators, from, to, after }: AuditView): string {
  const said = { q, operators: isByOperators ? 'true' : undefined, from, to, after }
  return `${path}?${new URLSearchParams(Object.entries(said).filter((pair): pair is [string, string] => !!pair[1]))}`
}

function viewOf({ q, operators, from, to, after }: Search): AuditView {
  const view = { q: q?.trim() ?? '', isByOperators: operators === 'true', after: after || undefined }
  return { ...view, from: dayIn(from), to: dayIn(to) }
}

// Without script the form sends days as they were typed.
function dayIn(text = ''): string | undefined {
  const read = readTypedDate(text)
  return read.kind === 'date' ? read.iso : undefined
}
