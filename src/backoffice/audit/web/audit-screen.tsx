import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#kit/backoffice/web/desk-list.tsx'
import { useListView } from '#kit/backoffice/web/list-view.ts'
import { parseDateInput } from '#kit/date-input.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { DateField } from '#kit/web/form/date-field.tsx'
import { chevronRight } from '#kit/web/graphics/icons.ts'
import { RangeLinks } from '#kit/web/list/range-links.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { dayRangeNames, dayRangeOf } from '#vocabulary/day-ranges.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedAuditEntry } from '../api.ts'
import { parseSubject } from '../rules.ts'
import { type AuditView, auditQuery } from './queries.ts'

const path = '/operator/audit'

export async function load({ send, prefetch, search }: LoadContext) {
  await prefetch(auditQuery(send, viewOf(search))).catch(() => {})
}

/** The audit log: what was done in the portal, by whom, and what it changed. */
export function AuditScreen() {
  const t = useTranslations('desk-audit')
  const view = useListView(viewOf)
  return (
    <DeskList {...{ path, view }} texts={t} about={t('about')} hint={t('hint')} filters={<Filters view={view} />}>
      <AuditTable view={view} />
    </DeskList>
  )
}

/** The filters by actor and day. */
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

function AuditTable({ view }: { view: AuditView }) {
  const t = useTranslations('desk-audit')
  const locale = useLocale()
  const { data } = useSuspenseQuery(auditQuery(useSend(), view))
  if (!data.items.length) return <EmptyState title={t('noneTitle')}>{t('noneWords')}</EmptyState>

  const columns: Column<ListedAuditEntry>[] = [
    {
      key: 'at',
      header: t('at'),
      kind: 'name',
      listPosition: 'second',
      cell: ({ at }) => formatInstant(new Date(at), locale),
    },
    { key: 'action', header: t('action'), listPosition: 'title', cell: ({ action }) => <ActionName action={action} /> },
    { key: 'actor', header: t('actor'), listPosition: 'titleEnd', cell: ({ actor }) => actor?.login ?? t('nobody') },
    {
      key: 'customer',
      header: t('customer'),
      listPosition: 'secondEnd',
      cell: ({ customer }) => customer && <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>,
    },
    { key: 'subject', header: t('subject'), listPosition: 'note', cell: (entry) => <AuditSubjectLink {...entry} /> },
    {
      key: 'change',
      header: t('change'),
      listPosition: 'last',
      cell: ({ before, after }) => <ChangeText before={before} after={after} />,
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

/** The action as text, with the code by which the log can be searched. */
function ActionName({ action }: Pick<ListedAuditEntry, 'action'>) {
  const t = useTranslations('desk-audit.actions')
  const known = action as 'logged_in'
  if (!t.has(known)) return <code>{action}</code>
  return (
    <>
      {t(known)} <code className="small soft">{action}</code>
    </>
  )
}

/** The subject as text with a link to its page, and the code by which the log can be searched. */
function AuditSubjectLink({ action, subject }: Pick<ListedAuditEntry, 'action' | 'subject'>) {
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
  const parsed = parseSubject(subject)
  if (!parsed) return code
  const label = t(parsed.kind)
  return (
    <>
      {parsed.href ? <Link href={parsed.href}>{label}</Link> : label} {code}
    </>
  )
}

type SettingNames = { (path: string): string; has(path: string): boolean }

function ChangeText({ before, after }: Pick<ListedAuditEntry, 'before' | 'after'>) {
  const t = useTranslations('desk-audit')
  if (before === null && after === null) return null
  const text = (value: unknown) => (value === null ? '—' : JSON.stringify(value))
  return <code>{before === null ? text(after) : t('fromTo', { before: text(before), after: text(after) })}</code>
}

function addressOf({ q, isByOperators, from, to, after }: AuditView): string {
  const params = { q, operators: isByOperators ? 'true' : undefined, from, to, after }
  return `${path}?${new URLSearchParams(Object.entries(params).filter((pair): pair is [string, string] => !!pair[1]))}`
}

function viewOf({ q, operators, from, to, after }: SearchParams): AuditView {
  const view = { q: q?.trim() ?? '', isByOperators: operators === 'true', after: after || undefined }
  return { ...view, from: dayIn(from), to: dayIn(to) }
}

// Without JavaScript the form submits days as typed.
function dayIn(text = ''): string | undefined {
  const parsed = parseDateInput(text)
  return parsed.kind === 'date' ? parsed.iso : undefined
}
