import { call } from '#kit/call.ts'
import { subscriberRoles } from './roles.ts'

// Separate from the calls with schemas, because pages link to files before they need to parse any reply.

export const exportSubscribers = call({
  method: 'GET',
  path: '/operator/newsletters/:id/subscribers.csv',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: subscriberRoles,
  reply: 'file',
  summary:
    'Exports the readers of a newsletter, each with the List-Unsubscribe link for their mails; each export is recorded with its operator',
})
