import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const caseTypeDeskPages = [
  deskPage({
    path: '/operator/case-types',
    roles: ['care'],
    texts: ['desk-case-types'],
    title: 'desk-case-types.title',
    search: ['kind', 'q', 'offset'],
    screen: 'support/desk/case-types/case-types-screen',
  }),
]
