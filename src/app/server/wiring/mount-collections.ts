import type { FastifyInstance } from 'fastify'
import { declarationRoutes } from '#domains/collections/server/declarations/routes.ts'
import type { PaperContext } from '#domains/collections/server/draw-paper.ts'
import { startCollectionJobs } from '#domains/collections/server/jobs.ts'
import { collectionRoutes } from '#domains/collections/server/routes.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { translator } from '../texts/texts.ts'
import type { Context } from './context.ts'
import { createDocumentContext } from './document-context.ts'

/** Registers the calls of customers for their debts. */
export function mountCollections({ serve, context }: { serve: Serve; context: Context }) {
  declarationRoutes({ ...context, serve })
  collectionRoutes({
    ...context,
    serve,
    partsWithoutAsking: () => context.settings.now().invoices.planParts,
    fileNameOf: (kind, locale) => translator(locale, 'collections.document')(`titles.${kind}`),
  })
}

/** Starts to follow debts and to prepare their papers, on a server that listens. */
export function startMountedCollectionJobs(context: Context, app: FastifyInstance) {
  return startCollectionJobs({ ...context, log: app.log, contextFor: createPaperContexts(context) })
}

/** Returns the language and branding of papers, by default in the language of the portal. */
export function createPaperContexts(context: Context): (locale: Locale | null) => PaperContext {
  return (customerLocale) => {
    const document = createDocumentContext(context, customerLocale)
    return { ...document, t: translator(document.locale, 'collections') as PaperContext['t'] }
  }
}
