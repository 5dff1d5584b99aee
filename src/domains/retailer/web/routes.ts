import { page } from '#kit/web/page.ts'

const dynamicPage = page({
  path: '/d/$routePath/$pageId',
  paths: { ca: '/d/$routePath/$pageId', es: '/d/$routePath/$pageId' },
  protection: 'private',
  requiredSettings: ['features.enableServerElements'],
  frame: 'app',
  texts: ['retailer'],
  title: 'retailer.pageTitle',
  screen: 'retailer/dynamic-page-screen',
})

const legal = {
  protection: 'unprotected',
  frame: 'app',
  texts: ['retailer'],
  screen: 'retailer/legal-screen',
} as const

export const retailerPages = [
  dynamicPage,
  page({
    ...legal,
    path: '/privacy',
    paths: { ca: '/privacitat', es: '/privacidad' },
    title: 'retailer.legal.privacy.title',
  }),
  page({
    ...legal,
    path: '/legal-notice',
    paths: { ca: '/avis-legal', es: '/aviso-legal' },
    title: 'retailer.legal.legal-notice.title',
  }),
  page({
    ...legal,
    path: '/accessibility',
    paths: { ca: '/accessibilitat', es: '/accesibilidad' },
    title: 'retailer.legal.accessibility.title',
  }),
]
