import { useTranslations } from 'use-intl'
import { type CaseMessage, MessageThread } from '../../../web/cases/message-thread.tsx'
import type { CaseDetails } from '../api.ts'
import { downloadCaseFile } from '../downloads.ts'

/** The messages of the customer and the retailer in a case. */
export function CaseMessages({ details }: { details: CaseDetails }) {
  const t = useTranslations('desk-cases.case')
  const writer = details.contact?.email ?? details.customer?.name
  const authorOf = ({ author, author_name }: CaseMessage) =>
    author_name ?? (author === 'administrator' ? t('us') : writer)
  const fileOf = (attachmentId: string) => ({
    call: downloadCaseFile,
    params: { id: String(details.id), attachmentId },
  })
  const closedText = (state: 'waiting' | 'infected') => t(`files.${state}`)
  return <MessageThread {...{ title: t('messages'), messages: details.messages, authorOf, fileOf, closedText }} />
}
