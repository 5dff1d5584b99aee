import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RenderingProgram } from '#app/rendering-program.ts'
import { queryOf } from '#app/web/portal-address.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import { isRefused } from '#kit/refusal.ts'
import type { Page } from '#kit/web/page.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { createConsentForms } from '../wiring/consent.ts'
import type { Context } from '../wiring/context.ts'
import { createAccountAccessForms } from './account-access-forms.ts'
import { createAccountForms } from './account-forms.ts'
import { createNewsletterForms } from './newsletter-forms.ts'
import { createSessionForms, type FormHandler, type FormOutcome } from './session-forms.ts'

type FormsDeps = {
  app: FastifyInstance
  context: Context
  actors: Actors
  rendering: () => Promise<
    Pick<RenderingProgram, 'addressIn' | 'dropUnknownReturn'> & { pages: readonly Pick<Page, 'path' | 'paths'>[] }
  >
  localeOf: (request: FastifyRequest) => Promise<Locale>
}

/**
 * Registers the forms that also work without script: posted to their own page's URL, in any language, they answer with
 * 303, to the next page or back to their own with error codes.
 */
export async function registerForms({ app, context, actors, rendering, localeOf }: FormsDeps) {
  const { basePath } = context.config
  const { pages } = await rendering()

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const formsByPage = {
      ...createSessionForms({ context, actors }),
      ...createAccountAccessForms({ context, actors }),
      // The data of these forms is at the upstream server, if there is one, which is only called with script.
      ...(!context.upstream && {
        ...createAccountForms({ context, actors }),
        ...createNewsletterForms({ context, actors }),
      }),
      ...createConsentForms({ context, actors, localeOf }),
    }
    for (const [key, form] of Object.entries(formsByPage))
      for (const path of pathsOf(key)) scope.post(path, (request, reply) => submitForm(form, request, reply))
  })

  function pathsOf(key: string): Set<string> {
    const page = pages.find(({ path }) => path === key)
    return new Set([key, ...Object.values(page?.paths ?? {})])
  }

  async function submitForm(form: FormHandler, request: FastifyRequest, reply: FastifyReply) {
    const { addressIn, dropUnknownReturn } = await rendering()
    const address = dropUnknownReturn(request.url.slice(basePath.length))
    const fields = (request.body ?? {}) as Record<string, string>
    const outcome = await catchRefusals(() => form({ fields, address, request, reply }))
    const next =
      outcome.kind === 'invalid'
        ? addFailures(address, outcome.failed)
        : addressIn(outcome.address, outcome.locale ?? (await localeOf(request)))
    return reply.header('cache-control', 'no-store').redirect(basePath + next, 303)
  }
}

// Refusals on the way, such as rate limits, are shown on the page of the form too.
async function catchRefusals(work: () => Promise<FormOutcome>): Promise<FormOutcome> {
  try {
    return await work()
  } catch (error) {
    if (isRefused(error)) return { kind: 'invalid', failed: [error.code] }
    throw error
  }
}

function addFailures(address: string, failed: readonly string[]): string {
  const query = queryOf(address)
  query.set('failed', failed.join(','))
  return `${address.split('?')[0]}?${query}`
}
