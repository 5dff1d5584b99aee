import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const auditDeskPages = [
  deskPage({
    path: '/operator/audit',
    roles: ['administrator'],
    texts: ['desk-audit', 'settings'],
    title: 'desk-audit.title',
    search: ['q', 'operators', 'from', 'to', 'after'],
    screen: 'backoffice/audit/audit-screen',
  }),
]
