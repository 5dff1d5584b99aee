import { page } from '#kit/web/page.ts'

const dynamicPage = page({
  path: '/d/$routePath/$pageId',
  paths: { ca: '/d/$routePath/$pageId', es: '/d/$routePath/$pageId' },
  protection: 'private',
  requiredSettings: ['features.enableServerElements'],
  frame: 'app',
  texts: ['operator'],
  title: 'operator.pageTitle',
  screen: 'operator/dynamic-page-screen',
})

const legal = {
  protection: 'unprotected',
  frame: 'app',
  texts: ['operator'],
  screen: 'operator/legal-screen',
} as const

export const operatorPages = [
  dynamicPage,
  page({
    ...legal,
    path: '/privacy',
    paths: { ca: '/privacitat', es: '/privacidad' },
    title: 'operator.legal.privacy.title',
  }),
  page({
    ...legal,
    path: '/legal-notice',
    paths: { ca: '/avis-legal', es: '/aviso-legal' },
    title: 'operator.legal.legal-notice.title',
  }),
  page({
    ...legal,
    path: '/accessibility',
    paths: { ca: '/accessibilitat', es: '/accesibilidad' },
    title: 'operator.legal.accessibility.title',
  }),
]
