import { page } from '#kit/web/page.ts'
import { newsletterPaths } from '../paths.ts'

export const newsletterPages = [
  page({
    path: newsletterPaths.en,
    paths: { ca: newsletterPaths.ca, es: newsletterPaths.es },
    // The profile and lists of readers have links to it.
    isHandedOut: true,
    protection: 'unprotected',
    needs: ['newsletter.enabled'],
    frame: 'office',
    texts: ['newsletter'],
    title: 'newsletter.title',
    search: ['link', 'done', 'failed'],
    screen: 'newsletter/newsletter-screen',
  }),
]
