import { queryOptions } from '@tanstack/react-query'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'

export const mailsKey = ['mails']

/** Query for a page of sent and queued messages. Never cached, because messages are sent all the time. */
export const mailsQuery = pageQuery(mailsKey, async () => (await import('../api.ts')).listMails, { staleTime: 0 })

/** Query for what the readers of a message were sent. Each time it is opened, it is read and recorded. */
export function mailQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...mailsKey, id, 'copies'],
    queryFn: async ({ signal }) => send((await import('../api.ts')).readMail, { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}
