import { call } from '#kit/call.ts'
import { subscriberRoles } from './roles.ts'

// Apart from the calls with schemas, because pages link to files before they need to read any answer.

export const exportSubscribers = call({
  method: 'GET',
  path: '/operator/newsletters/:id/subscribers.csv',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: subscriberRoles,
  reply: 'file',
  summary:
    'Who reads a newsletter, each with the link of List-Unsubscribe for their mails; who exports them is recorded',
})
