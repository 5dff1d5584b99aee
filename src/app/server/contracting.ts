import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ConfirmNeeds } from '#domains/contracting/server/confirm-lead.ts'
import type { ContractPaper } from '#domains/contracting/server/documents/contract-paper.ts'
import { contractingRoutes } from '#domains/contracting/server/routes.ts'
import { findLeadOfLink } from '#domains/leads/server/lead-store.ts'
import { keepResumeSecret, resumeHashOf, resumeName } from '#domains/leads/server/resume-link.ts'
import type { Locale } from '#kit/locale.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import type { Serve } from '#kit/server/serve.ts'
import { sandboxChecks } from '#outside/applicant/sandbox-checks.ts'
import { ownAddress, queryOf } from '../web/own-address.ts'
import type { Context } from './context.ts'
import { messagesOf, translator } from './texts.ts'

/** Mounts the calls of new contracts. */
export function mountContracting({ serve, context }: { serve: Serve; context: Context }) {
  contractingRoutes({
    serve,
    ...contractingDeps(context),
    cookies: context.cookies,
    wordsOf: ({ label }, locale) => agreementTexts(locale)[label]!,
  })
}

/**
 * What contracts are made with. A bureau that knows who pays and who is who is put in here; without one a person checks, and
 * what the sandbox invents is for the demonstration alone.
 */
export function contractingDeps(context: Context): ConfirmNeeds {
  const { settings, isDemo } = context
  return {
    ...context,
    checks: isDemo ? sandboxChecks() : null,
    paperIn: (locale) => {
      const { organization, brand } = settings.now()
      return {
        locale,
        brand: brandOnPaper({ name: organization.name, color: brand.color, logo: null }),
        retailer: organization,
        say: translator(locale, 'contracting.document') as ContractPaper['say'],
        sayOfMandate: translator(locale, 'changes.document') as ContractPaper['sayOfMandate'],
      }
    },
    finishWords: (way, locale, { energy, isSupplied }) => {
      const say = translator(locale, 'contracting.finish')
      const next = isSupplied ? 'switch' : energy === 'gas' ? 'newGas' : 'newElectricity'
      return say(way, { next: say(`next.${next}`) })
    },
  }
}

/** The words beside the boxes as they stand in the texts, links and all. */
function agreementTexts(locale: Locale): Record<string, string> {
  const { wizard } = messagesOf(locale).contracting as { wizard: { fields: Record<string, string> } }
  return wizard.fields
}

/**
 * What comes before every page: who comes by the mailed link of a lead goes on to the same page without its secret, which a
 * cookie keeps for the server alone, beside the key of the visitor who they are here already.
 */
export function takeResumeLink({ db, cookies, clock }: Pick<Context, 'db' | 'cookies' | 'clock'>) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method !== 'GET') return
    const address = ownAddress(request.url)
    const query = queryOf(request.url)
    const secret = query.get(resumeName)
    if (!secret || address === null) return
    const lead = await findLeadOfLink(db, { resumeHash: resumeHashOf(secret), now: clock() })
    if (lead) keepResumeSecret({ request, reply }, cookies, secret)
    query.delete(resumeName)
    if (lead) query.set('lead', String(lead.lead_id))
    else query.set('failed', 'link_over')
    const [path] = address.split('?')
    return reply.header('cache-control', 'no-store').redirect(`${path}?${query}`, 302)
  }
}
