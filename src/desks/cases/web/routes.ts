import { deskPage } from '#desks/common/web/desk-page.ts'

export const caseDeskPages = [
  deskPage({
    path: '/operator/cases',
    roles: ['care'],
    texts: ['desk-cases'],
    title: 'desk-cases.list.title',
    search: ['q', 'state', 'category', 'offset'],
    screen: 'cases/cases-screen',
  }),
  deskPage({
    path: '/operator/cases/$id',
    roles: ['care'],
    texts: ['desk-cases', 'uploads'],
    title: 'desk-cases.case.title',
    screen: 'cases/case-screen',
  }),
]
