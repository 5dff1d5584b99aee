import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#desks/common/web/desk-list.tsx'
import { ListFilter } from '#desks/common/web/list-filter.tsx'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { listViewOf, namedOf, useListView } from '#desks/common/web/list-view.ts'
import { useAct } from '#desks/common/web/use-act.ts'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Column } from '#kit/web/table.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedMail } from '../api.ts'
import { mailFilters } from '../rules.ts'
import { type MailsView, mailsKey, mailsQuery } from './queries.ts'

const path = '/operator/mails'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(mailsQuery(send, viewOf(search)))
}

/** What the portal has sent and is to send, the last first. */
export function MailsScreen() {
  const t = useTranslations('desk-mails')
  const view = useListView(viewOf)
  return (
    <DeskList
      {...{ path, view }}
      words={t}
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
      <Found view={view} />
    </DeskList>
  )
}

function Found({ view }: { view: MailsView }) {
  const t = useTranslations('desk-mails')
  const locale = useLocale()
  const send = useSend()
  const { data } = useSuspenseQuery(mailsQuery(send, view))
  const { go, failure } = useAct({
    desk: 'desk-mails',
    stale: mailsKey,
    done: () => t('retried'),
    act: async (id: string) => send((await import('../api.ts')).retryMail, { params: { id } }),
  })

  const subjectOf = ({ subject, is_code: isCode, text_kind: textKind, kind }: ListedMail) => {
    if (textKind) return t(`smsKinds.${textKind}`)
    return isCode ? t('code') : (subject ?? t('unknown', { kind }))
  }
  const columns: Column<ListedMail>[] = [
    { key: 'subject', header: t('subject'), kind: 'name', place: 'title', cell: subjectOf },
    { key: 'state', header: t('state'), place: 'titleEnd', cell: (mail) => <State mail={mail} /> },
    {
      key: 'reader',
      header: t('reader'),
      place: 'second',
      cell: ({ reader, customer_id: id }) =>
        reader && id !== null ? <Link href={`/operator/customers/${id}`}>{reader}</Link> : (reader ?? '—'),
    },
    {
      key: 'address',
      header: t('address'),
      place: 'note',
      cell: ({ addresses }) => addresses.join(', ') || '—',
    },
    { key: 'topic', header: t('topic'), cell: ({ topic }) => t(`topics.${topic}`) },
    {
      key: 'created',
      header: t('created'),
      place: 'secondEnd',
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
      place: 'last',
      cell: (mail) => {
        if (mail.hindrance === 'not_retriable') return null
        if (mail.hindrance) return <span className="note">{t(`refusals.${mail.hindrance}`)}</span>
        return (
          <Button
            variant="second"
            isSmall
            aria-label={t('retryOf', { subject: subjectOf(mail) })}
            onClick={() => go(mail.id)}
          >
            {t('retry')}
          </Button>
        )
      },
    },
  ]
  return (
    <>
      <Failure>{failure}</Failure>
      <ListTable {...{ path, view, columns }} words={t} found={data} rowKey={({ id }) => id} />
    </>
  )
}

const tones = { waiting: 'notice', retrying: 'warning', not_wanted: 'plain', failed: 'negative' } as const

function State({ mail: { state, tries } }: { mail: ListedMail }) {
  const t = useTranslations('desk-mails')
  if (state === 'sent') return t('states.sent')
  const words = state === 'retrying' ? `${t('states.retrying')}: ${t('tries', { count: tries })}` : t(`states.${state}`)
  return <Chip tone={tones[state]}>{words}</Chip>
}

function viewOf(search: Search): MailsView {
  return { ...listViewOf(search), state: namedOf(mailFilters, search.state) }
}
