import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const leadDeskPages = [
  deskPage({
    path: '/operator/leads',
    roles: ['sales'],
    texts: ['desk-leads'],
    title: 'desk-leads.list.title',
    search: ['q', 'kind', 'state', 'handling', 'check', 'offset'],
    screen: 'backoffice/leads/leads-screen',
  }),
  deskPage({
    path: '/operator/leads/$id',
    roles: ['sales'],
    texts: ['desk-leads'],
    title: 'desk-leads.lead.title',
    screen: 'backoffice/leads/lead-screen',
  }),
]
