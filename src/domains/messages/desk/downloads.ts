import { call } from '#kit/call.ts'

export const readMailHtml = call({
  method: 'GET',
  path: '/operator/mails/:id/copies/:copyId',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['care'],
  reply: 'file',
  summary:
    'Returns the HTML of a mail as a reader was sent it, without secrets, links and scripts; each read is recorded',
})
