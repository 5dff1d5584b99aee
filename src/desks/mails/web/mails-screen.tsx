import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ListPager } from '#desks/common/web/list-pager.tsx'
import { offsetOf } from '#desks/common/web/offset-of.ts'
import { SearchBox } from '#desks/common/web/search-box.tsx'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { Link } from '#kit/web/link.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { useToast } from '#kit/web/toast.tsx'
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
  const view = viewOf(useSearch({ strict: false }) as Search)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="lead">{t('about')}</p>
      <SearchBox label={t('label')} hint={t('hint')} submit={t('find')} value={view.q} path={path}>
        <NativeSelect
          key={`state ${view.state}`}
          name="state"
          label={t('state')}
          width="fit"
          defaultValue={view.state ?? ''}
          options={[
            { value: '', label: t('any') },
            ...mailFilters.map((state) => ({ value: state, label: t(`states.${state}`) })),
          ]}
        />
      </SearchBox>
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey={JSON.stringify(view)}>
        <Found view={view} />
      </Retryable>
    </>
  )
}

function Found({ view }: { view: MailsView }) {
  const t = useTranslations('desk-mails')
  const locale = useLocale()
  const sentenceOf = useSentence('desk-mails')
  const send = useSend()
  const client = useQueryClient()
  const say = useToast()
  const { data } = useSuspenseQuery(mailsQuery(send, view))
  const { mutate, error } = useMutation({
    mutationFn: async (id: string) => {
      const { retryMail } = await import('../api.ts')
      return send(retryMail, { params: { id } })
    },
    onSuccess: () => {
      say(t('retried'))
      return client.invalidateQueries({ queryKey: mailsKey })
    },
  })
  if (!data.items.length)
    return (
      <Empty kind="filtered" title={t('noneTitle')}>
        {t('noneWords')}
      </Empty>
    )

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
            onClick={() => mutate(mail.id)}
          >
            {t('retry')}
          </Button>
        )
      },
    },
  ]
  const { q, state, offset } = view
  return (
    <>
      {error && (
        <Banner tone="negative" isNews>
          {sentenceOf(error)}
        </Banner>
      )}
      <Table caption={t('caption')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
      <ListPager path={path} view={{ q, ...(state ? { state } : {}) }} offset={offset} total={data.total} />
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
  const { q = '', state } = search
  return { q: q.trim(), state: mailFilters.find((each) => each === state), offset: offsetOf(search) }
}
