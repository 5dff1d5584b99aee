import { deskPage } from '#desks/common/web/desk-page.ts'

export const caseTypeDeskPages = [
  deskPage({
    path: '/operator/case-types',
    roles: ['care'],
    texts: ['desk-case-types'],
    title: 'desk-case-types.title',
    search: ['kind', 'q', 'offset'],
    screen: 'case-types/case-types-screen',
  }),
]
