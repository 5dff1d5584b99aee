import { page } from '#kit/web/page.ts'
import { newsletterPaths } from '../paths.ts'

export const newsletterPages = [
  page({
    path: newsletterPaths.en,
    paths: { ca: newsletterPaths.ca, es: newsletterPaths.es },
    // The profile and mailing lists link to it.
    isLanguageNeutral: true,
    protection: 'unprotected',
    requiredSettings: ['newsletter.enabled'],
    frame: 'app',
    texts: ['newsletter'],
    title: 'newsletter.title',
    search: ['link', 'done', 'failed'],
    screen: 'newsletter/newsletter-screen',
  }),
]
