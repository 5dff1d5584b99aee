import { type Page, page } from '#kit/web/page.ts'

/** The page options for writing to the retailer, shared by several addresses. */
const contactPageOptions = {
  frame: 'app',
  texts: ['support', 'uploads'],
  title: 'support.contact.title',
  search: ['contract', 'category', 'topic', 'autolectures', 'invoice', 'line', 'subject'],
  screen: 'support/contact-screen',
} as const satisfies Omit<Page, 'path' | 'paths' | 'protection'>

export const supportPages = [
  page({
    path: '/help',
    paths: { ca: '/ajuda', es: '/ayuda' },
    protection: 'private',
    frame: 'app',
    texts: ['support'],
    title: 'support.help.title',
    screen: 'support/help-screen',
  }),
  page({
    path: '/requests',
    paths: { ca: '/solicituts', es: '/solicitudes' },
    protection: 'private',
    requiredSettings: ['crm.case', '!upstream'],
    frame: 'app',
    texts: ['support'],
    title: 'support.requests.title',
    search: ['offset', 'limit'],
    screen: 'support/requests-screen',
  }),
  page({
    path: '/requests/create',
    paths: { ca: '/solicituts/crear', es: '/solicitudes/crear' },
    protection: 'private',
    requiredSettings: ['crm.case', 'features.contact'],
    ...contactPageOptions,
  }),
  page({
    path: '/requests/$id',
    paths: { ca: '/solicituts/$id', es: '/solicitudes/$id' },
    protection: 'private',
    requiredSettings: ['crm.case', '!upstream'],
    frame: 'app',
    texts: ['support', 'uploads'],
    title: 'support.request.title',
    screen: 'support/request-screen',
  }),
  page({
    path: '/customer-service',
    paths: { ca: '/atencio-al-client', es: '/atencion-al-cliente' },
    protection: 'private',
    requiredSettings: [['features.reclamATCMenu', 'features.reclamATCContract']],
    frame: 'app',
    texts: ['support', 'uploads'],
    title: 'support.claim.title',
    search: ['contract', 'type', 'subtype'],
    screen: 'support/customer-service-screen',
  }),
  // Signed-in users write about a contract, visitors about anything.
  page({
    path: '/contact',
    paths: { ca: '/contacte', es: '/contacto' },
    protection: 'unprotected',
    ...contactPageOptions,
  }),
  // For whoever comes by the link in a mail, without a session.
  page({
    path: '/your-request',
    paths: { ca: '/la-teva-consulta', es: '/tu-consulta' },
    protection: 'unprotected',
    requiredSettings: ['!upstream'],
    frame: 'app',
    texts: ['support'],
    title: 'support.linked.page',
    search: ['link'],
    screen: 'support/linked-case-screen',
  }),
  page({
    path: '/easy-reading',
    paths: { ca: '/facil-de-llegir', es: '/lectura-facil' },
    protection: 'unprotected',
    frame: 'app',
    texts: ['support', 'retailer'],
    title: 'support.easy.title',
    screen: 'support/easy-reading-screen',
  }),
  page({
    path: '/claims',
    paths: { ca: '/reclamacions', es: '/reclamaciones' },
    protection: 'private',
    requiredSettings: ['features.reclamATCMenu'],
    frame: 'app',
    texts: ['support'],
    title: 'support.claims.title',
    screen: 'support/claims-screen',
  }),
]
