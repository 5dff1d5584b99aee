import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import { linkedCaseQuery } from '../queries.ts'
import { MessageForm } from './message-form.tsx'

/** The form with which whoever came by a mail sends what their case lacks, until a day. */
export function LinkedCompletion({ token, until }: { token: string; until: string }) {
  const t = useTranslations('support')
  const locale = useLocale()
  const send = useSend()
  const client = useQueryClient()
  return (
    <>
      <Banner tone="warning">{t('linked.missing', { day: formatDay(until, locale) })}</Banner>
      <MessageForm
        name="linked"
        onSend={async (body) => {
          const { completeLinkedCase } = await import('../../api.ts')
          await send(completeLinkedCase, { params: { token }, body })
          await client.invalidateQueries(linkedCaseQuery(send, token))
        }}
      />
    </>
  )
}
