import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { BackLink } from '#kit/web/back-link.tsx'
import { Banner } from '#kit/web/banner.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ApprovalDetail, ReadApproval } from '../api.ts'
import { DecisionForm, WithdrawButton } from './decision-form.tsx'
import { approvalQuery } from './queries.ts'
import { ApprovalStateChip } from './state-chip.tsx'
import { type Comparison, useApprovalWords } from './use-approval-words.ts'

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(approvalQuery(send, params.id!))
}

/** What an operator asks for: what stands, what would stand then, why, and the decision of another operator. */
export function ApprovalScreen() {
  const t = useTranslations('desk-approvals')
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: approval } = useSuspenseQuery(approvalQuery(useSend(), id))
  const wordsOf = useApprovalWords()
  const { detail, state, is_own: isOwn, changed_to: changedTo } = approval
  const isOpen = state === 'requested'
  return (
    <>
      <div>
        <BackLink href="/operator/approvals">{t('list.title')}</BackLink>
        <div className="line">
          <h1>{detail ? wordsOf(detail).headline : t('headlines.unknown')}</h1>
          <ApprovalStateChip state={state} />
        </div>
      </div>
      {isOpen && changedTo && <Banner tone="warning">{t('approval.changed')}</Banner>}
      {!detail && <Banner tone="warning">{t('approval.unreadable')}</Banner>}
      <Failed approval={approval} />
      <About approval={approval} />
      {detail && <Changes detail={(isOpen && changedTo) || detail} />}
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

function Failed({ approval: { failure } }: { approval: ReadApproval }) {
  const t = useTranslations('desk-approvals.approval')
  const reasons = useTranslations('desk-approvals.failures') as unknown as Reasons
  if (failure === null) return null
  return <Banner tone="negative">{t('failed', { reason: reasons(reasons.has(failure) ? failure : 'other') })}</Banner>
}

// Which codes there are, the desks say whose acts they are.
type Reasons = { (code: string): string; has(code: string): boolean }

function About({ approval }: { approval: ReadApproval }) {
  const t = useTranslations('desk-approvals.approval')
  const locale = useLocale()
  const instant = (at: string) => formatInstant(new Date(at), locale)
  const { customer, reason, decided_by: decider, decided_at: decidedAt, note } = approval
  return (
    <>
      <Facts>
        {customer && (
          <Fact label={t('customer')}>
            <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>
          </Fact>
        )}
        {reason && <Fact label={t('reason')}>{reason}</Fact>}
        <Fact label={t('requestedBy')}>{approval.requested_by.name}</Fact>
        <Fact label={t('requestedAt')}>{instant(approval.requested_at)}</Fact>
        <Fact label={t('expires')}>{instant(approval.expires_at)}</Fact>
      </Facts>
      {decidedAt && (
        <Facts>
          {decider && <Fact label={t('decidedBy')}>{decider.name}</Fact>}
          <Fact label={t('decidedAt')}>{instant(decidedAt)}</Fact>
          {note && <Fact label={t('note')}>{note}</Fact>}
        </Facts>
      )}
    </>
  )
}

function Changes({ detail }: { detail: ApprovalDetail }) {
  const t = useTranslations('desk-approvals.approval')
  const { comparisons, origin } = useApprovalWords()(detail)
  const columns: Column<Comparison>[] = [
    { key: 'aspect', header: t('aspect'), kind: 'name', place: 'title', cell: ({ label }) => label },
    { key: 'before', header: t('before'), place: 'second', cell: ({ before }) => before },
    {
      key: 'after',
      header: t('after'),
      place: 'note',
      // On a telephone no header says which of the two is to come.
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
