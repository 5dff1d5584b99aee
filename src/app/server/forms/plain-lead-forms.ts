import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RenderingProgram } from '#app/rendering-program.ts'
import type { LeadKind } from '#domains/lead-records/lead-kinds.ts'
import { insertLead } from '#domains/lead-records/server/lead-store.ts'
import { LeadContact } from '#domains/leads/lead-contact.ts'
import { plainLeadForm } from '#domains/leads/rules.ts'
import { recordLeadConsent } from '#domains/leads/server/lead-consent.ts'
import { notifyRetailer } from '#domains/leads/server/notify-retailer.ts'
import { ensureVisitor } from '#domains/leads/server/visitor-cookie.ts'
import type { Settings } from '#domains/operator/settings.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import type { PostedForm } from '#kit/boot.ts'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import type { Page } from '#kit/web/page.ts'
import { translator } from '../texts/texts.ts'
import type { Context } from '../wiring/context.ts'

/** The pages with the form, by their keys: the kind of lead of each, and whether the retailer has the page. */
const pagesWithForm: Record<string, { kind: LeadKind; isOn: (settings: Settings) => boolean }> = {
  '/comparator': { kind: 'electricity_comparison', isOn: ({ comparator }) => comparator.enabled },
  '/gas-comparator': {
    kind: 'gas_comparison',
    isOn: ({ comparator, features }) => comparator.enabled && features.displayTypes.includes('gas'),
  },
  '/power': { kind: 'contact', isOn: ({ powerCalculator }) => powerCalculator.enabled },
  '/new-electricity-customer': { kind: 'contact', isOn: contractingOpen('electricity') },
  '/new-gas-customer': { kind: 'contact', isOn: contractingOpen('gas') },
  '/new-dual-customer': { kind: 'contact', isOn: contractingOpen('dual') },
}

// Where only customers contract, the page redirects visitors to the sign-in page.
function contractingOpen(kind: 'electricity' | 'gas' | 'dual') {
  return ({ contractation }: Settings) => contractation[kind].enabled && !contractation.authenticate
}

type PlainLeadFormsDeps = {
  app: FastifyInstance
  context: Context
  actors: Actors
  rendering: () => Promise<Pick<RenderingProgram, 'keyOf'> & { pages: readonly Pick<Page, 'path' | 'paths'>[] }>
  /** Renders the page of the request, with the posted form. */
  showPage: (request: FastifyRequest, reply: FastifyReply, posted: PostedForm) => Promise<unknown>
}

/**
 * Registers the form with which visitors without script leave their details, posted to its own page. The page is
 * rendered again with the input, because no personal data may be in a URL.
 */
export async function registerPlainLeadForms({ app, context, actors, rendering, showPage }: PlainLeadFormsDeps) {
  const { basePath } = context.config
  const { pages } = await rendering()
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, parseFormValues(String(body))),
    )
    for (const key of Object.keys(pagesWithForm))
      for (const path of new Set([key, ...Object.values(pages.find((page) => page.path === key)?.paths ?? {})]))
        scope.post(path, submitForm)
  })

  async function submitForm(request: FastifyRequest, reply: FastifyReply) {
    const values = (request.body ?? {}) as PostedForm['values']
    const form = values.form?.[0] ?? ''
    const pathname = request.url.slice(basePath.length).split('?')[0] || '/'
    const page = pagesWithForm[(await rendering()).keyOf(pathname)]
    // A page's own form posted before its script has loaded returns the page; the script restores the input.
    if (form !== plainLeadForm || !page?.isOn(context.settings.now()))
      return showPage(request, reply, { form: '', values: {}, problems: [] })
    const read = LeadContact.safeParse(contactOf(values))
    if (!read.success) {
      const problems = [...new Set(read.error.issues.map(({ path }) => String(path[0])))]
      return showPage(request, reply, { form, values, problems })
    }
    const outcome = await saveLead(page.kind, read.data, request, reply)
    return showPage(request, reply, { form, values: outcome === 'sent' ? {} : values, problems: [], outcome })
  }

  async function saveLead(kind: LeadKind, contact: LeadContact, request: FastifyRequest, reply: FastifyReply) {
    const { db, cookies, clock, settings } = context
    const actor = await actors.actorOf(request)
    if (actor.readonly) return 'failed' as const
    const now = clock()
    const limits = [
      { what: 'plain lead', per: 'network', value: request.ip, maxCount: 10, minutes: 60 },
      { what: 'plain lead', per: 'email', value: contact.email, maxCount: 3, minutes: 60 },
    ] as const
    if ((await countVisit(db, limits, now)) > 0) return 'too_many_attempts' as const
    const { locale } = actor
    const userId = actor.kind === 'customer' ? actor.userId : null
    const visitorHash = ensureVisitor({ request, reply }, cookies)
    const { consent: _, ...contactDetails } = contact
    await db.transaction().execute(async (transaction) => {
      const leadId = await insertLead(
        transaction,
        { kind, visitorHash, userId, locale, now },
        {
          name: [contact.name, contact.surname1, contact.surname2].filter(Boolean).join(' '),
          email: contact.email,
          phone: contact.telephone,
          state: 'sent',
          steps: JSON.stringify({ contact: contactDetails }),
        },
      )
      const consentText = translator(locale, 'leads')('consent', { name: settings.now().organization.name })
      const consent = { userId, email: contact.email, words: consentText, locale, requestId: request.id }
      await recordLeadConsent(transaction, consent, now)
      await notifyRetailer(transaction, settings.now(), { leadId, kind, now })
    })
    return 'sent' as const
  }
}

function parseFormValues(body: string): PostedForm['values'] {
  const parameters = new URLSearchParams(body)
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)]))
}

function contactOf({ name, surname1, surname2, email, telephone, contactHours, consent }: PostedForm['values']) {
  return {
    name: name?.[0] ?? '',
    surname1: surname1?.[0] ?? '',
    surname2: surname2?.[0] ?? '',
    email: email?.[0] ?? '',
    telephone: telephone?.[0] ?? '',
    contactHours: contactHours ?? [],
    consent: consent !== undefined,
  }
}
