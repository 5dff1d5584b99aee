import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#desks/common/web/desk-list.tsx'
import { useListView } from '#desks/common/web/list-view.ts'
import { Empty } from '#kit/web/absence.tsx'
import { ButtonLink } from '#kit/web/button.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { chevronRight } from '#kit/web/icons.ts'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { AuditedAct } from '../api.ts'
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
    <DeskList
      {...{ path, view }}
      words={t}
      about={t('about')}
      hint={t('hint')}
      filters={<Checkbox name="operators" value="true" label={t('operators')} defaultChecked={view.isByOperators} />}
    >
      <Acts view={view} />
    </DeskList>
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
    { key: 'subject', header: t('subject'), place: 'note', cell: ({ subject }) => subject },
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
          <ButtonLink variant="second" iconAfter={chevronRight} rel="next" href={addressOf(view, data.next)}>
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

function Change({ before, after }: Pick<AuditedAct, 'before' | 'after'>) {
  const t = useTranslations('desk-audit')
  if (before === null && after === null) return null
  const text = (value: unknown) => (value === null ? '—' : JSON.stringify(value))
  return <code>{before === null ? text(after) : t('fromTo', { before: text(before), after: text(after) })}</code>
}

function addressOf({ q, isByOperators }: AuditView, after: string): string {
  return `${path}?${new URLSearchParams({ q, ...(isByOperators ? { operators: 'true' } : {}), after })}`
}

function viewOf({ q, operators, after }: Search): AuditView {
  return { q: q?.trim() ?? '', isByOperators: operators === 'true', after: after || undefined }
}
