import { useTranslations } from 'use-intl'
import { maxMatchingCustomers } from '#kit/backoffice/list-limits.ts'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { ListedMail } from '../api.ts'
import { mailFilters } from '../rules.ts'
import { mailsKey, mailsQuery } from './queries.ts'

const MailDialog = lazyPart(async () => (await import('./mail-dialog.tsx')).MailDialog)

/** The messages that the portal has sent or queued, newest first. */
const mailsPage = listPage({
  path: '/operator/mails',
  texts: 'desk-messages',
  maxMatches: maxMatchingCustomers,
  query: mailsQuery,
  filters: {
    state: { label: 'state', any: 'any', values: mailFilters, nameOf: (state, t) => t(`states.${state}`) },
  },
  useActions: useRetryMail,
  useControls: useOpenDialog<ListedMail>,
  columns: [
    { header: 'subject', kind: 'name', listPosition: 'title', cell: (mail) => <MailSubject mail={mail} /> },
    { header: 'state', listPosition: 'titleEnd', cell: (mail) => <MailStateBadge mail={mail} /> },
    {
      header: 'reader',
      listPosition: 'second',
      cell: ({ reader, customer_id: id }) =>
        reader && id !== null ? <Link href={`/operator/customers/${id}`}>{reader}</Link> : (reader ?? '—'),
    },
    { header: 'address', listPosition: 'note', cell: ({ addresses }) => addresses.join(', ') || '—' },
    { header: 'topic', cell: ({ topic }, { t }) => t(`topics.${topic}`) },
    { header: 'created', listPosition: 'secondEnd', cell: ({ created_at: at }, { instant }) => instant(at) },
    { header: 'next', cell: ({ next_at: at }, { instant }) => instant(at) },
    {
      header: 'actions',
      kind: 'actions',
      listPosition: 'last',
      cell: (mail, { actions, controls }) => (
        <MailActions mail={mail} onRetry={actions.run} onOpen={() => controls.open(mail)} />
      ),
    },
  ],
  rowKey: ({ id }) => id,
  dialog: ({ controls: { edit, close } }) => edit && <OpenMail mail={edit} onClose={close} />,
})

export const load = loadListPage(mailsPage)

export function MailsScreen() {
  return <ListPageView page={mailsPage} />
}

function useRetryMail() {
  const t = useTranslations('desk-messages')
  const send = useSend()
  return useAction({
    desk: 'desk-messages',
    invalidatedKey: mailsKey,
    successMessage: () => t('retried'),
    action: async (id: string) => send((await import('../api.ts')).retryMail, { params: { id } }),
  })
}

function MailSubject({ mail }: { mail: ListedMail }) {
  return useMailSubject()(mail)
}

const tones = { waiting: 'notice', retrying: 'warning', not_wanted: 'plain', failed: 'negative' } as const

function MailStateBadge({ mail: { state, tries } }: { mail: ListedMail }) {
  const t = useTranslations('desk-messages')
  if (state === 'sent') return t('states.sent')
  const text = state === 'retrying' ? `${t('states.retrying')}: ${t('tries', { count: tries })}` : t(`states.${state}`)
  return <Badge tone={tones[state]}>{text}</Badge>
}

type MailActionsProps = { mail: ListedMail; onRetry: (id: string) => void; onOpen: () => void }

function MailActions({ mail, onRetry, onOpen }: MailActionsProps) {
  const t = useTranslations('desk-messages')
  const subject = useMailSubject()(mail)
  return (
    <div className="line">
      {mail.has_copies && (
        <Button variant="second" isSmall aria-label={t('open.openOf', { subject })} onClick={onOpen}>
          {t('open.open')}
        </Button>
      )}
      {mail.hindrance === null && (
        <Button variant="second" isSmall aria-label={t('retryOf', { subject })} onClick={() => onRetry(mail.id)}>
          {t('retry')}
        </Button>
      )}
      {mail.hindrance !== null && mail.hindrance !== 'not_retriable' && (
        <span className="note">{t(`refusals.${mail.hindrance}`)}</span>
      )}
    </div>
  )
}

function OpenMail({ mail, onClose }: { mail: ListedMail; onClose: () => void }) {
  return <MailDialog mailId={mail.id} title={useMailSubject()(mail)} onClose={onClose} />
}

function useMailSubject(): (mail: ListedMail) => string {
  const t = useTranslations('desk-messages')
  return ({ subject, is_code: isCode, text_kind: textKind, kind }) => {
    if (textKind) return t(`smsKinds.${textKind}`)
    return isCode ? t('code') : (subject ?? t('unknown', { kind }))
  }
}
