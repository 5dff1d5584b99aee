import { useLocale, useTranslations } from 'use-intl'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { PendingApproval } from '../approval-reply.ts'

/** A notice on the page of an item that a change of it awaits another operator's approval. */
export function PendingApprovalNotice({ approval, about }: { approval: PendingApproval | null; about?: string }) {
  const t = useTranslations('desk-approvals.waiting')
  const locale = useLocale()
  if (!approval) return null
  const until = formatInstant(new Date(approval.expires_at), locale)
  return (
    <Banner tone="notice" action={<Link href={`/operator/approvals/${approval.id}`}>{t('see')}</Link>}>
      {about && `${about}: `}
      {t('text', { name: approval.requested_by, until })}
    </Banner>
  )
}
