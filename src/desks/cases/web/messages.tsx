import { useTranslations } from 'use-intl'
import { type Message, Thread } from '#domains/support/web/thread.tsx'
import type { ReadCase } from '../api.ts'
import { downloadCaseFile } from '../downloads.ts'

/** What whoever wrote a case and the retailer have written. */
export function Messages({ found }: { found: ReadCase }) {
  const t = useTranslations('desk-cases.case')
  const writer = found.contact?.email ?? found.customer?.name
  const authorOf = ({ author, author_name }: Message) => author_name ?? (author === 'administrator' ? t('us') : writer)
  const fileOf = (attachmentId: string) => ({
    call: downloadCaseFile,
    params: { id: String(found.id), attachmentId },
  })
  const closedText = (state: 'waiting' | 'infected') => t(`files.${state}`)
  return <Thread {...{ title: t('messages'), messages: found.messages, authorOf, fileOf, closedText }} />
}
