import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ApprovalStateBadge } from '#domains/approvals/web/approval-state-badge.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ApprovalDetail, ApprovalReply } from '../api.ts'
import { DecisionForm, WithdrawButton } from './decision-form.tsx'
import { approvalQuery } from './queries.ts'
import { type Comparison, useApprovalTexts } from './use-approval-texts.ts'

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(approvalQuery(send, params.id!))
}

/** An approval request: current and requested values, the reason, and the decision of another operator. */
export function ApprovalScreen() {
  const t = useTranslations('desk-approvals')
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: approval } = useSuspenseQuery(approvalQuery(useSend(), id))
  const textsOf = useApprovalTexts()
  const { detail, state, is_own: isOwn, changed_to: changedTo } = approval
  const isOpen = state === 'requested'
  return (
    <>
      <div>
        <BackLink href="/operator/approvals">{t('list.title')}</BackLink>
        <div className="line">
          <h1>{detail ? textsOf(detail).headline : t('headlines.unknown')}</h1>
          <ApprovalStateBadge state={state} />
        </div>
      </div>
      {isOpen && changedTo && <Banner tone="warning">{t('approval.changed')}</Banner>}
      {!detail && <Banner tone="warning">{t('approval.unreadable')}</Banner>}
      <FailureBanner approval={approval} />
      <ApprovalFacts approval={approval} />
      {detail && <ChangesSection detail={(isOpen && changedTo) || detail} />}
      {isOpen && isOwn && (
        <>
          <Banner tone="notice">{t('approval.own')}</Banner>
          <WithdrawButton id={id} />
        </>
      )}
      {isOpen && !isOwn && <DecisionForm id={id} canApprove={detail !== null && changedTo === null} />}
    </>
  )
}

function FailureBanner({ approval: { failure } }: { approval: ApprovalReply }) {
  const t = useTranslations('desk-approvals.approval')
  const failureTexts = useTranslations('desk-approvals.failures') as unknown as FailureTexts
  if (failure === null) return null
  return (
    <Banner tone="negative">
      {t('failed', { reason: failureTexts(failureTexts.has(failure) ? failure : 'other') })}
    </Banner>
  )
}

// The codes are defined by the sections whose actions they belong to.
type FailureTexts = { (code: string): string; has(code: string): boolean }

function ApprovalFacts({ approval }: { approval: ApprovalReply }) {
  const t = useTranslations('desk-approvals.approval')
  const locale = useLocale()
  const instant = (at: string) => formatInstant(new Date(at), locale)
  const { customer, reason, decided_by: decider, decided_at: decidedAt, note } = approval
  return (
    <>
      <DescriptionList>
        {customer && (
          <DescriptionItem label={t('customer')}>
            <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>
          </DescriptionItem>
        )}
        {reason && <DescriptionItem label={t('reason')}>{reason}</DescriptionItem>}
        <DescriptionItem label={t('requestedBy')}>{approval.requested_by.name}</DescriptionItem>
        <DescriptionItem label={t('requestedAt')}>{instant(approval.requested_at)}</DescriptionItem>
        <DescriptionItem label={t('expires')}>{instant(approval.expires_at)}</DescriptionItem>
      </DescriptionList>
      {decidedAt && (
        <DescriptionList>
          {decider && <DescriptionItem label={t('decidedBy')}>{decider.name}</DescriptionItem>}
          <DescriptionItem label={t('decidedAt')}>{instant(decidedAt)}</DescriptionItem>
          {note && <DescriptionItem label={t('note')}>{note}</DescriptionItem>}
        </DescriptionList>
      )}
    </>
  )
}

function ChangesSection({ detail }: { detail: ApprovalDetail }) {
  const t = useTranslations('desk-approvals.approval')
  const { comparisons, origin } = useApprovalTexts()(detail)
  const columns: Column<Comparison>[] = [
    { key: 'aspect', header: t('aspect'), kind: 'name', listPosition: 'title', cell: ({ label }) => label },
    { key: 'before', header: t('before'), listPosition: 'second', cell: ({ before }) => before },
    {
      key: 'after',
      header: t('after'),
      listPosition: 'note',
      // On small screens the table has no headers, so the arrow marks the new value.
      cell: ({ after }) => (
        <>
          <span aria-hidden="true">→ </span>
          {after}
        </>
      ),
    },
  ]
  return (
    <section className="stack" aria-labelledby="changes-title">
      <h2 id="changes-title">{t('changes')}</h2>
      <Table caption={t('changes')} columns={columns} rows={comparisons} rowKey={({ label }) => label} />
      <p>
        <Link href={origin.href}>{origin.label}</Link>
      </p>
    </section>
  )
}
