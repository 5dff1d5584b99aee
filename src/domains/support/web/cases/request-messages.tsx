import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import type { RequestDetails } from '../../api.ts'
import { downloadCaseAttachment } from '../../downloads.ts'
import { type CaseMessage, MessageThread } from './message-thread.tsx'

/** Shows the messages of the customer and the retailer in a case. */
export function RequestMessages({ request }: { request: RequestDetails }) {
  const t = useTranslations('support.request')
  const { organization } = useSettings()
  const authorOf = ({ author, author_name }: CaseMessage) =>
    author === 'administrator' ? [author_name, organization.name].filter(Boolean).join(', ') : (author_name ?? t('you'))
  const fileOf = (attachmentId: string) => ({
    call: downloadCaseAttachment,
    params: { id: String(request.id), attachmentId },
  })
  const closedText = (state: 'waiting' | 'infected') => t(`files.${state}`)
  return <MessageThread {...{ title: t('messages'), messages: request.messages, authorOf, fileOf, closedText }} />
}
