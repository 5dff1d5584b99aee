import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import type { ReadRequest } from '../api.ts'
import { downloadCaseAttachment } from '../downloads.ts'
import { type Message, Thread } from './thread.tsx'

/** What a customer and the retailer have written in a case. */
export function Messages({ request }: { request: ReadRequest }) {
  const t = useTranslations('support.request')
  const { organization } = useSettings()
  const authorOf = ({ author, author_name }: Message) =>
    author === 'administrator' ? [author_name, organization.name].filter(Boolean).join(', ') : (author_name ?? t('you'))
  const fileOf = (attachmentId: string) => ({
    call: downloadCaseAttachment,
    params: { id: String(request.id), attachmentId },
  })
  const closedText = (state: 'waiting' | 'infected') => t(`files.${state}`)
  return <Thread {...{ title: t('messages'), messages: request.messages, authorOf, fileOf, closedText }} />
}
