import type { FastifyInstance } from 'fastify'
import type { NoticeContext } from '#domains/revisions/server/draw-notice.ts'
import { startRevisionJobs } from '#domains/revisions/server/jobs.ts'
import { revisionRoutes } from '#domains/revisions/server/routes.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { translator } from '../texts/texts.ts'
import type { Context } from './context.ts'
import { createDocumentContext } from './document-context.ts'

/** Registers the calls of customers for changes of prices and terms. */
export function mountRevisions({ serve, context }: { serve: Serve; context: Context }) {
  revisionRoutes({
    ...context,
    serve,
    fileNameOf: (contract, locale) => translator(locale, 'revisions.document')('fileName', { contract }),
  })
}

/** Starts to prepare notices and to collect the proofs of their delivery, on a server that listens. */
export function startMountedRevisionJobs(context: Context, app: FastifyInstance) {
  return startRevisionJobs({ ...context, log: app.log, contextFor: createNoticeContexts(context) })
}

/** Returns the language and branding of notices, by default in the language of the portal. */
export function createNoticeContexts(context: Context): (locale: Locale | null) => NoticeContext {
  return (customerLocale) => {
    const document = createDocumentContext(context, customerLocale)
    return { ...document, t: translator(document.locale, 'revisions') as NoticeContext['t'] }
  }
}
