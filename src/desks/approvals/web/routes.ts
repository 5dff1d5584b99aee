import { deskPage } from '#desks/common/web/desk-page.ts'

export const approvalDeskPages = [
  deskPage({
    path: '/operator/approvals',
    roles: ['money'],
    texts: ['desk-approvals', 'desk-offers', 'desk-regulated', 'desk-settings', 'settings'],
    title: 'desk-approvals.list.title',
    search: ['state', 'offset'],
    screen: 'approvals/approvals-screen',
  }),
  deskPage({
    path: '/operator/approvals/$id',
    roles: ['money'],
    texts: ['desk-approvals', 'desk-offers', 'desk-regulated', 'desk-settings', 'settings'],
    title: 'desk-approvals.approval.title',
    screen: 'approvals/approval-screen',
  }),
]
