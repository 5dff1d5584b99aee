import { deskPage } from '#desks/common/web/desk-page.ts'

export const futuresDeskPages = [
  deskPage({
    path: '/operator/futures',
    roles: ['sales', 'money'],
    texts: ['desk-futures'],
    title: 'desk-futures.list.title',
    search: ['q', 'show', 'offset'],
    screen: 'futures/futures-screen',
  }),
  deskPage({
    path: '/operator/futures/$id',
    roles: ['sales', 'money'],
    texts: ['desk-futures'],
    title: 'desk-futures.future.title',
    screen: 'futures/future-screen',
  }),
]
