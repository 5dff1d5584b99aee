import { deskPage } from '#desks/common/web/desk-page.ts'

export const leadDeskPages = [
  deskPage({
    path: '/operator/leads',
    roles: ['sales'],
    texts: ['desk-leads'],
    title: 'desk-leads.list.title',
    search: ['q', 'kind', 'state', 'handling', 'check', 'offset'],
    screen: 'leads/leads-screen',
  }),
  deskPage({
    path: '/operator/leads/$id',
    roles: ['sales'],
    texts: ['desk-leads'],
    title: 'desk-leads.lead.title',
    screen: 'leads/lead-screen',
  }),
]
