import { page } from '#kit/web/page.ts'
import { newsletterPaths } from '../rules.ts'

export const newsletterPages = [
  page({
    path: newsletterPaths.en,
    paths: { ca: newsletterPaths.ca, es: newsletterPaths.es },
    protection: 'unprotected',
    needs: ['newsletter.enabled'],
    frame: 'office',
    texts: ['newsletter'],
    title: 'newsletter.title',
    search: ['link', 'done', 'failed'],
    screen: 'newsletter/newsletter-screen',
  }),
]
