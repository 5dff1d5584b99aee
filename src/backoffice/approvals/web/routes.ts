import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const approvalDeskPages = [
  deskPage({
    path: '/operator/approvals',
    roles: ['money'],
    texts: ['desk-approvals', 'desk-products', 'desk-regulated-prices', 'desk-settings', 'settings'],
    title: 'desk-approvals.list.title',
    search: ['state', 'offset'],
    screen: 'backoffice/approvals/approvals-screen',
  }),
  deskPage({
    path: '/operator/approvals/$id',
    roles: ['money'],
    texts: ['desk-approvals', 'desk-products', 'desk-regulated-prices', 'desk-settings', 'settings'],
    title: 'desk-approvals.approval.title',
    screen: 'backoffice/approvals/approval-screen',
  }),
]
