import { useTranslations } from 'use-intl'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { parseDateInput } from '#kit/date-input.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { DateField } from '#kit/web/form/date-field.tsx'
import { chevronRight } from '#kit/web/graphics/icons.ts'
import { RangeLinks } from '#kit/web/list/range-links.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { dayRangeNames, dayRangeOf } from '#vocabulary/day-ranges.ts'
import type { ListedAuditEntry } from '../api.ts'
import { parseSubject } from '../rules.ts'
import { auditQuery } from './queries.ts'

const path = '/operator/audit'

/** The audit log: what was done in the portal, by whom, and what it changed. */
const auditPage = listPage({
  path,
  texts: 'desk-audit',
  query: auditQuery,
  hasPages: false,
  isShownUnread: true,
  filters: {
    from: { parse: parseDay, Field: FromField },
    to: { parse: parseDay, Field: ToField },
    operators: { parse: (text) => (text === 'true' ? 'true' : undefined), Field: OperatorsField },
    after: { parse: (text) => text || undefined },
  },
  columns: [
    { header: 'at', kind: 'name', listPosition: 'second', cell: ({ at }, { instant }) => instant(at) },
    { header: 'action', listPosition: 'title', cell: ({ action }) => <ActionName action={action} /> },
    { header: 'actor', listPosition: 'titleEnd', cell: ({ actor }, { t }) => actor?.login ?? t('nobody') },
    {
      header: 'customer',
      listPosition: 'secondEnd',
      cell: ({ customer }) => customer && <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>,
    },
    { header: 'subject', listPosition: 'note', cell: (entry) => <AuditSubjectLink {...entry} /> },
    {
      header: 'change',
      listPosition: 'last',
      cell: ({ before, after }) => <ChangeText before={before} after={after} />,
    },
  ],
  rowKey: ({ id }) => id,
  after: ({ next }, { t, view }) =>
    next && (
      <div className="line">
        <ButtonLink variant="second" iconAfter={chevronRight} rel="next" href={addressOf({ ...view, after: next })}>
          {t('older')}
        </ButtonLink>
      </div>
    ),
})

export const load = loadListPage(auditPage)

export function AuditScreen() {
  return <ListPageView page={auditPage} />
}

type AuditView = {
  q: string
  operators?: 'true' | undefined
  from?: string | undefined
  to?: string | undefined
  after?: string | undefined
}
type FieldProps = { view: AuditView }

function FromField({ view: { from } }: FieldProps) {
  const t = useTranslations('desk-audit')
  return <DateField key={`from ${from}`} name="from" label={t('from')} defaultValue={from} />
}

/** The last day, with links for usual periods. */
function ToField({ view }: FieldProps) {
  const t = useTranslations('desk-audit')
  const today = calendarDayOf(new Date(useBoot().now))
  const ranges = dayRangeNames.map((name) => {
    const range = dayRangeOf(name, today)
    const isPresent = range.from === view.from && range.to === view.to
    return { name, isPresent, href: addressOf({ ...view, ...range, after: undefined }) }
  })
  return (
    <>
      <DateField key={`to ${view.to}`} name="to" label={t('to')} defaultValue={view.to} />
      <RangeLinks ranges={ranges} />
    </>
  )
}

function OperatorsField({ view: { operators } }: FieldProps) {
  const t = useTranslations('desk-audit')
  return <Checkbox name="operators" value="true" label={t('operators')} defaultChecked={operators === 'true'} />
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

function addressOf({ q, operators, from, to, after }: AuditView): string {
  const params = { q, operators, from, to, after }
  return `${path}?${new URLSearchParams(Object.entries(params).filter((pair): pair is [string, string] => !!pair[1]))}`
}

// Without JavaScript the form submits days as typed.
function parseDay(text: string): string | undefined {
  const parsed = parseDateInput(text)
  return parsed.kind === 'date' ? parsed.iso : undefined
}
