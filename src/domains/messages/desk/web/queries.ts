import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { MailFilter } from '../rules.ts'

export const mailsKey = ['mails']

/** The filters of the message list, from the page URL. */
export type MailsView = { q: string; state?: MailFilter; offset: number }

/** Query for a page of sent and queued messages. */
export function mailsQuery(send: Send, view: MailsView) {
  return queryOptions({
    queryKey: [...mailsKey, view],
    queryFn: async ({ signal }) => {
      const { listMails } = await import('../api.ts')
      return send(listMails, { query: { ...view, limit: pageSize }, signal })
    },
    // More messages are sent while the list is shown.
    staleTime: 0,
  })
}
