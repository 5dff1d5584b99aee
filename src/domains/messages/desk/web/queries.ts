import { pageQuery } from '#kit/backoffice/web/page-query.ts'

export const mailsKey = ['mails']

/** Query for a page of sent and queued messages. Never cached, because messages are sent all the time. */
export const mailsQuery = pageQuery(mailsKey, async () => (await import('../api.ts')).listMails, { staleTime: 0 })
