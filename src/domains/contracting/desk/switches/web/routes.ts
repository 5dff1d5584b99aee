import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const switchDeskPages = [
  deskPage({
    path: '/operator/switches',
    roles: ['care', 'sales'],
    // What a rejection means is said to operators in the words of the customer's page.
    texts: ['desk-switches', 'contracts'],
    title: 'desk-switches.title',
    search: ['q', 'state', 'offset'],
    screen: 'contracting/desk/switches/switches-screen',
  }),
]
