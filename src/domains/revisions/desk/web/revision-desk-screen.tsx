import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ConfirmButton } from '#kit/backoffice/web/confirm-button.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useRoleDisabledReason } from '#kit/backoffice/web/use-role-reason.ts'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { DeskRevisionDetails } from '../api.ts'
import { downloadLetters, exportNotices } from '../downloads.ts'
import { NoticesSection, noticesViewOf } from './notices-section.tsx'
import { PostingForm } from './posting-form.tsx'
import { deskRevisionQuery, deskRevisionsKey, noticesQuery } from './queries.ts'

export function load({ send, prefetch, params, search }: LoadContext) {
  const id = params.id!
  return Promise.all([prefetch(deskRevisionQuery(send, id)), prefetch(noticesQuery(send, id, noticesViewOf(search)))])
}

/** A revision: what it tells customers, its letters, and its notices with the proof of their delivery. */
export function RevisionDeskScreen() {
  const t = useTranslations('desk-revisions')
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: revision } = useSuspenseQuery(deskRevisionQuery(useSend(), id))
  const { product, tariff, explanation } = revision
  return (
    <>
      <div>
        <BackLink href="/operator/revisions">{t('one.back')}</BackLink>
        <h1>{t('one.title', { product, tariff })}</h1>
      </div>
      <RevisionFacts revision={revision} />
      <section className="stack" aria-labelledby="explanation-title">
        <h2 id="explanation-title">{t('one.explanation')}</h2>
        <p>{explanation[useLocale()] ?? explanation.es ?? t('one.agreed')}</p>
      </section>
      <RevisionActions revision={revision} />
      <NoticesSection revision={revision} />
    </>
  )
}

function RevisionFacts({ revision }: { revision: DeskRevisionDetails }) {
  const t = useTranslations('desk-revisions')
  const locale = useLocale()
  const { kind, state, applies_on, notify_by, notified, contracts, left } = revision
  return (
    <DescriptionList>
      <DescriptionItem label={t('columns.kind')}>{t(`kinds.${kind}`)}</DescriptionItem>
      <DescriptionItem label={t('columns.state')}>{t(`states.${state}`)}</DescriptionItem>
      <DescriptionItem label={t('columns.appliesOn')}>{formatDay(applies_on, locale)}</DescriptionItem>
      <DescriptionItem label={t('columns.notifyBy')}>{formatDay(notify_by, locale)}</DescriptionItem>
      <DescriptionItem label={t('columns.progress')}>{t('progress', { notified, contracts })}</DescriptionItem>
      <DescriptionItem label={t('one.left')}>{left}</DescriptionItem>
    </DescriptionList>
  )
}

function RevisionActions({ revision: { id, state, counts } }: { revision: DeskRevisionDetails }) {
  const t = useTranslations('desk-revisions.one')
  const send = useSend()
  const roleReason = useRoleDisabledReason(['sales'])
  const stop = useAction({
    desk: 'desk-revisions',
    invalidatedKey: deskRevisionsKey,
    successMessage: () => t('stopped'),
    action: async () => send((await import('../api.ts')).stopRevision, { params: { id }, body: { confirmed: true } }),
  })
  const hasLetters = (counts.to_post ?? 0) > 0
  return (
    <div className="stack">
      <ErrorBanner>{stop.failure}</ErrorBanner>
      <div className="line">
        <DownloadButton call={exportNotices} params={{ id }}>
          {t('csv')}
        </DownloadButton>
        {hasLetters && (
          <DownloadButton call={downloadLetters} params={{ id }}>
            {t('letters')}
          </DownloadButton>
        )}
        {state === 'sending' && (
          <ConfirmButton
            label={t('stop')}
            confirmLabel={t('stopSure')}
            isBusy={stop.isBusy}
            disabledReason={roleReason}
            onConfirm={() => stop.run(undefined)}
          />
        )}
      </div>
      {hasLetters && <PostingForm id={id} />}
    </div>
  )
}
