import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ConsentTable } from '#domains/data-sharing/web/consent-table.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { useSend } from '#kit/web/portal.ts'
import { consentsQuery } from './queries.ts'

/** What a customer lets third parties read. */
export function CustomerConsents({ id }: { id: string }) {
  const t = useTranslations('desk-customers.consents')
  const { data: consents } = useSuspenseQuery(consentsQuery(useSend(), id))
  if (!consents.length) return <EmptyState title={t('noneTitle')}>{t('noneText')}</EmptyState>
  return <ConsentTable consents={consents} hasHolder={false} />
}
