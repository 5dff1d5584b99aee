import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProgramPaths } from '#app/rendering-program.ts'
import type { LeadKind } from '#domains/lead-records/lead-kinds.ts'
import { LeadContact } from '#domains/leads/lead-contact.ts'
import { plainLeadForm } from '#domains/leads/rules.ts'
import { savePlainLead } from '#domains/leads/server/save-plain-lead.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import type { PostedForm } from '#kit/boot.ts'
import type { Page } from '#kit/web/page.ts'
import type { Locale } from '#vocabulary/locale.ts'
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
  rendering: () => Promise<Pick<ProgramPaths, 'keyOf'> & { pages: readonly Pick<Page, 'path' | 'paths'>[] }>
  /** Renders the page of the request, with the posted form. */
  showPage: (request: FastifyRequest, reply: FastifyReply, posted: PostedForm) => Promise<unknown>
}

/**
 * Registers the form with which visitors without script leave their details, posted to its own page. The page is
 * rendered again with the input, because no personal data may be in a URL.
 */
export async function registerPlainLeadForms({ app, context, actors, rendering, showPage }: PlainLeadFormsDeps) {
  const { basePath } = context.config
  const consentTextFor = (locale: Locale) =>
    translator(locale, 'leads')('consent', { name: context.settings.now().organization.name })
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
    const lead = { kind: page.kind, contact: read.data, actor: await actors.actorOf(request) }
    const outcome = await savePlainLead({ ...context, consentTextFor }, lead, request, reply)
    return showPage(request, reply, { form, values: outcome === 'sent' ? {} : values, problems: [], outcome })
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
