import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const settingsDeskPages = [
  deskPage({
    path: '/operator/settings',
    roles: ['content', 'money'],
    texts: ['desk-settings', 'settings', 'desk-approvals'],
    title: 'desk-settings.list.title',
    search: ['q', 'group'],
    screen: 'retailer/desk/settings/settings-screen',
  }),
]
