import { page } from '#kit/web/page.ts'

// Only Llum itself knows the revisions, not an upstream server.
const own = { requiredSettings: ['!upstream'], protection: 'private', frame: 'app', texts: ['revisions'] } as const

export const revisionPages = [
  page({
    ...own,
    path: '/revisions',
    paths: { ca: '/canvis-de-preu', es: '/cambios-de-precio' },
    title: 'revisions.title',
    screen: 'revisions/revisions-screen',
  }),
  page({
    ...own,
    path: '/revisions/$id',
    paths: { ca: '/canvis-de-preu/$id', es: '/cambios-de-precio/$id' },
    title: 'revisions.title',
    screen: 'revisions/revision-screen',
  }),
]
