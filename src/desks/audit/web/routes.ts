import { deskPage } from '#desks/common/web/desk-page.ts'

export const auditDeskPages = [
  deskPage({
    path: '/operator/audit',
    roles: ['administrator'],
    texts: ['desk-audit'],
    title: 'desk-audit.title',
    search: ['q', 'operators', 'after'],
    screen: 'audit/audit-screen',
  }),
]
