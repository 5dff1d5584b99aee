import { page } from '#kit/web/page.ts'

const dynamicPage = page({
  path: '/d/$routePath/$pageId',
  paths: { ca: '/d/$routePath/$pageId', es: '/d/$routePath/$pageId' },
  protection: 'private',
  needs: ['features.enableServerElements'],
  frame: 'office',
  texts: ['operator'],
  title: 'operator.pageTitle',
  screen: 'operator/dynamic-page-screen',
})

export const operatorPages = [dynamicPage]
