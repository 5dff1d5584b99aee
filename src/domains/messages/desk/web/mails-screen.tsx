import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#kit/backoffice/web/desk-list.tsx'
import { ListFilter } from '#kit/backoffice/web/list-filter.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, matchValue, useListView } from '#kit/backoffice/web/list-view.ts'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import type { Column } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedMail } from '../api.ts'
import { mailFilters } from '../rules.ts'
import { type MailsView, mailsKey, mailsQuery } from './queries.ts'

const path = '/operator/mails'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(mailsQuery(send, viewOf(search)))
}

/** The messages that the portal has sent or queued, newest first. */
export function MailsScreen() {
  const t = useTranslations('desk-messages')
  const view = useListView(viewOf)
  return (
    <DeskList
      {...{ path, view }}
      texts={t}
      about={t('about')}
      hint={t('hint')}
      filters={
        <ListFilter
          name="state"
          label={t('state')}
          value={view.state}
          any={t('any')}
          options={mailFilters.map((state) => ({ value: state, label: t(`states.${state}`) }))}
        />
      }
    >
      <MailsTable view={view} />
    </DeskList>
  )
}

function MailsTable({ view }: { view: MailsView }) {
  const t = useTranslations('desk-messages')
  const send = useSend()
  const { data } = useSuspenseQuery(mailsQuery(send, view))
  const { run, failure } = useAction({
    desk: 'desk-messages',
    invalidatedKey: mailsKey,
    successMessage: () => t('retried'),
    action: async (id: string) => send((await import('../api.ts')).retryMail, { params: { id } }),
  })

  const columns = useColumns(run)
  return (
    <>
      <ErrorBanner>{failure}</ErrorBanner>
      <ListTable {...{ path, view, columns }} texts={t} page={data} rowKey={({ id }) => id} />
    </>
  )
}

const tones = { waiting: 'notice', retrying: 'warning', not_wanted: 'plain', failed: 'negative' } as const

function MailStateBadge({ mail: { state, tries } }: { mail: ListedMail }) {
  const t = useTranslations('desk-messages')
  if (state === 'sent') return t('states.sent')
  const text = state === 'retrying' ? `${t('states.retrying')}: ${t('tries', { count: tries })}` : t(`states.${state}`)
  return <Badge tone={tones[state]}>{text}</Badge>
}

function viewOf(search: SearchParams): MailsView {
  return { ...listViewOf(search), state: matchValue(mailFilters, search.state) }
}

function useColumns(onRetry: (id: string) => void): Column<ListedMail>[] {
  const t = useTranslations('desk-messages')
  const locale = useLocale()
  const subjectOf = useMailSubject()
  return [
    { key: 'subject', header: t('subject'), kind: 'name', listPosition: 'title', cell: subjectOf },
    { key: 'state', header: t('state'), listPosition: 'titleEnd', cell: (mail) => <MailStateBadge mail={mail} /> },
    {
      key: 'reader',
      header: t('reader'),
      listPosition: 'second',
      cell: ({ reader, customer_id: id }) =>
        reader && id !== null ? <Link href={`/operator/customers/${id}`}>{reader}</Link> : (reader ?? '—'),
    },
    {
      key: 'address',
      header: t('address'),
      listPosition: 'note',
      cell: ({ addresses }) => addresses.join(', ') || '—',
    },
    { key: 'topic', header: t('topic'), cell: ({ topic }) => t(`topics.${topic}`) },
    {
      key: 'created',
      header: t('created'),
      listPosition: 'secondEnd',
      cell: ({ created_at: at }) => formatInstant(new Date(at), locale),
    },
    {
      key: 'next',
      header: t('next'),
      cell: ({ next_at: at }) => (at ? formatInstant(new Date(at), locale) : '—'),
    },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: (mail) => <MailAction mail={mail} onRetry={onRetry} />,
    },
  ]
}

function MailAction({ mail, onRetry }: { mail: ListedMail; onRetry: (id: string) => void }) {
  const t = useTranslations('desk-messages')
  const subjectOf = useMailSubject()
  if (mail.hindrance === 'not_retriable') return null
  if (mail.hindrance) return <span className="note">{t(`refusals.${mail.hindrance}`)}</span>
  return (
    <Button
      variant="second"
      isSmall
      aria-label={t('retryOf', { subject: subjectOf(mail) })}
      onClick={() => onRetry(mail.id)}
    >
      {t('retry')}
    </Button>
  )
}

function useMailSubject(): (mail: ListedMail) => string {
  const t = useTranslations('desk-messages')
  return ({ subject, is_code: isCode, text_kind: textKind, kind }) => {
    if (textKind) return t(`smsKinds.${textKind}`)
    return isCode ? t('code') : (subject ?? t('unknown', { kind }))
  }
}
