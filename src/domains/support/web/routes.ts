import { type Page, page } from '#kit/web/page.ts'

/** Writing to the retailer, from the requests or from anywhere. */
const writing = {
  frame: 'office',
  texts: ['support', 'uploads'],
  title: 'support.contact.title',
  search: ['contract', 'category', 'autolectures'],
  screen: 'support/contact-screen',
} as const satisfies Omit<Page, 'path' | 'paths' | 'protection'>

export const supportPages = [
  page({
    path: '/help',
    paths: { ca: '/ajuda', es: '/ayuda' },
    protection: 'private',
    frame: 'office',
    texts: ['support'],
    title: 'support.help.title',
    screen: 'support/help-screen',
  }),
  page({
    path: '/requests',
    paths: { ca: '/solicituts', es: '/solicitudes' },
    protection: 'private',
    needs: ['crm.case', '!upstream'],
    frame: 'office',
    texts: ['support'],
    title: 'support.requests.title',
    search: ['offset', 'limit'],
    screen: 'support/requests-screen',
  }),
  page({
    path: '/requests/create',
    paths: { ca: '/solicituts/crear', es: '/solicitudes/crear' },
    protection: 'private',
    needs: ['crm.case', 'features.contact'],
    ...writing,
  }),
  page({
    path: '/requests/$id',
    paths: { ca: '/solicituts/$id', es: '/solicitudes/$id' },
    protection: 'private',
    needs: ['crm.case', '!upstream'],
    frame: 'office',
    texts: ['support', 'uploads'],
    title: 'support.request.title',
    screen: 'support/request-screen',
  }),
  page({
    path: '/customer-service',
    paths: { ca: '/atencio-al-client', es: '/atencion-al-cliente' },
    protection: 'private',
    needs: [['features.reclamATCMenu', 'features.reclamATCContract']],
    frame: 'office',
    texts: ['support', 'uploads'],
    title: 'support.claim.title',
    search: ['contract', 'type', 'subtype'],
    screen: 'support/customer-service-screen',
  }),
  // Whoever is signed in writes about a contract, everybody else about anything.
  page({
    path: '/contact',
    paths: { ca: '/contacte', es: '/contacto' },
    protection: 'unprotected',
    ...writing,
  }),
  page({
    path: '/claims',
    paths: { ca: '/reclamacions', es: '/reclamaciones' },
    protection: 'private',
    needs: ['features.reclamATCMenu'],
    frame: 'office',
    texts: ['support'],
    title: 'support.claims.title',
    screen: 'support/claims-screen',
  }),
]
