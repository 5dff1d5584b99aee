import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actors } from '#domains/session/server/actors.ts'
import type { Locale } from '#kit/locale.ts'
import { isRefused } from '#kit/refusal.ts'
import type { Page } from '#kit/web/page.ts'
import type { Rendering } from '../rendering.ts'
import { queryOf } from '../web/own-address.ts'
import { accountAccessForms } from './account-access-form.ts'
import { accountForms } from './account-forms.ts'
import { consentForms } from './consent.ts'
import type { Context } from './context.ts'
import { newsletterForms } from './newsletters.ts'
import { type Form, type Outcome, sessionForms } from './session-forms.ts'

type Needs = {
  app: FastifyInstance
  context: Context
  actors: Actors
  rendering: () => Promise<
    Pick<Rendering, 'addressIn' | 'withKnownReturn'> & { pages: readonly Pick<Page, 'path' | 'paths'>[] }
  >
  localeOf: (request: FastifyRequest) => Promise<Locale>
}

/**
 * The forms that also work without script: posted to the address of their own page, in any language, they are answered
 * with 303, on to the next page or back to their own with the codes of what is wrong.
 */
export async function forms({ app, context, actors, rendering, localeOf }: Needs) {
  const { basePath } = context.config
  const { pages } = await rendering()

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const all = {
      ...sessionForms({ context, actors }),
      ...accountAccessForms({ context, actors }),
      // What these would change is kept by the server behind, where there is one, which is asked with script alone.
      ...(!context.upstream && { ...accountForms({ context, actors }), ...newsletterForms({ context, actors }) }),
      ...consentForms({ context, actors, localeOf }),
    }
    for (const [key, form] of Object.entries(all))
      for (const path of pathsOf(key)) scope.post(path, (request, reply) => answer(form, request, reply))
  })

  function pathsOf(key: string): Set<string> {
    const page = pages.find(({ path }) => path === key)
    return new Set([key, ...Object.values(page?.paths ?? {})])
  }

  async function answer(form: Form, request: FastifyRequest, reply: FastifyReply) {
    const { addressIn, withKnownReturn } = await rendering()
    const address = withKnownReturn(request.url.slice(basePath.length))
    const fields = (request.body ?? {}) as Record<string, string>
    const outcome = await toldOnThePage(() => form({ fields, address, request, reply }))
    const next =
      outcome.kind === 'again'
        ? withFailures(address, outcome.failed)
        : addressIn(outcome.address, outcome.locale ?? (await localeOf(request)))
    return reply.header('cache-control', 'no-store').redirect(basePath + next, 303)
  }
}

// What is refused on the way, such as too many at once, is told on the page of the form as well.
async function toldOnThePage(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (isRefused(error)) return { kind: 'again', failed: [error.code] }
    throw error
  }
}

function withFailures(address: string, failed: readonly string[]): string {
  const query = queryOf(address)
  query.set('failed', failed.join(','))
  return `${address.split('?')[0]}?${query}`
}
