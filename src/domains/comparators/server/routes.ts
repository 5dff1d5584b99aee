import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { ensureVisitor } from '#domains/leads/server/visitor-cookie.ts'
import { findOriginRetailers } from '#domains/offers/server/retailer-store.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import { readMultipartFile } from '#domains/uploads/server/read-multipart-file.ts'
import type { Actor } from '#kit/actor.ts'
import { Refused } from '#kit/refusal.ts'
import { notFound, type Refuse, type Serve } from '#kit/server/serve.ts'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import type { Files } from '#outside/files/files.ts'
import { electricityAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { zoneOfPostcode } from '#vocabulary/postcode-zone.ts'
import { compareElectricity, compareGas, compareOwnYear, readCurveFile, sendElectricityContact } from '../api.ts'
import { findElectricityProblems, findGasProblems, type Problems } from '../invoice-rules.ts'
import { findComparedTariff, maxCurveFileBytes } from '../rules.ts'
import { buildElectricityComparison, buildGasComparison } from './build-comparison.ts'
import { sumCurve } from './curve-sums.ts'
import type { Translate } from './operations.ts'
import { compareYear, findComparedContract } from './own-year.ts'
import { type Contact, saveContact } from './save-contact.ts'

type ComparatorRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  files: Files
  settings: Pick<LiveSettings, 'now'>
  cookies: Pick<SessionCookies, 'put'>
  clock: () => Date
  /** Returns the translator of this domain's `document` texts. */
  translatorFor: (locale: Locale) => Translate
  /** Returns the text by which a visitor agrees to be contacted. */
  consentTextFor: (locale: Locale) => string
}

// The size of a multipart body besides its file.
const wrappingBytes = 10_000

/** Registers the comparisons of invoices, curve files and the own year with every product on offer. */
export function comparatorRoutes({ serve, settings, clock, translatorFor, ...deps }: ComparatorRouteDeps) {
  const { db } = deps
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(compareElectricity, async ({ actor, body, request }, refuse) => {
    requireOffered()
    requireFields({ ...findElectricityProblems(body, today()), ...(await findRetailerProblem('electricity', body)) })
    await limitRequests('comparison', request, refuse)
    const compared = await buildElectricityComparison(db, body, settingsFor(actor))
    if (typeof compared === 'string') throw refuse(compared)
    return compared
  })

  serve(sendElectricityContact, async ({ body, ...context }, refuse) => {
    requireOffered()
    return handleContact('electricity', body, context, refuse)
  })

  serve(compareGas, async ({ body, ...context }, refuse) => {
    requireOffered('gas')
    if ('name' in body) {
      if (context.actor.readonly) throw new Refused('token_readonly', 403)
      return handleContact('gas', body, context, refuse)
    }
    requireFields({ ...findGasProblems(body, today()), ...(await findRetailerProblem('gas', body)) })
    await limitRequests('comparison', context.request, refuse)
    const compared = await buildGasComparison(db, body, settingsFor(context.actor))
    if (typeof compared === 'string') throw refuse(compared)
    return compared
  })

  serve(readCurveFile, async ({ query, request }, refuse) => {
    requireOffered()
    const tariff =
      query.accessTariff === undefined ? electricityAccessTariffs[0] : findComparedTariff(query.accessTariff)
    if (!tariff) throw invalid({ accessTariff: 'required' })
    await limitRequests('curve', request, refuse)
    if (Number(request.headers['content-length']) > maxCurveFileBytes + wrappingBytes) throw refuse('file_too_large')
    const part = request.isMultipart() ? await readMultipartFile(request, maxCurveFileBytes) : undefined
    if (!part) throw refuse('file_missing')
    const sums = await sumCurve(part.file, part.filename, {
      tariff: tariff.name,
      zone: zoneOfPostcode(query.postcode ?? null) ?? 'peninsula',
      from: query.startDate,
      until: query.endDate,
    })
    // The rest of an unused file must still be received, or the browser never gets the reply.
    part.file.resume()
    if (part.file.truncated) throw refuse('file_too_large')
    if (typeof sums === 'string') throw refuse(sums)
    return {
      cups: sums.cups,
      start: sums.firstDay,
      end: sums.lastDay,
      days: sums.days,
      missing_hours: Math.round(sums.missingHours),
      kwh: sums.energyWh.map((wh) => Number(kwhFromWh(wh))),
      surplus_kwh: sums.surplusWh === null ? null : Number(kwhFromWh(sums.surplusWh)),
    }
  })

  serve(compareOwnYear, {
    async find({ actor: { customerIds }, params }) {
      return findComparedContract(db, { customerIds, name: params.contractName, today: today() })
    },
    async act({ actor, subject }, refuse) {
      const compared = await compareYear(db, subject, { today: today(), now: clock(), locale: actor.locale })
      if (typeof compared === 'string') throw refuse(compared)
      return compared
    },
  })

  async function handleContact(
    energy: 'electricity' | 'gas',
    contact: Contact,
    { actor, request, reply }: { actor: Actor; request: FastifyRequest; reply: FastifyReply },
    refuse: Refuse<typeof sendElectricityContact> & Refuse<typeof compareGas>,
  ) {
    const isManual = contact.mode === 'manual'
    if (isManual && settings.now().comparator.calculationMode === 'writed_data') throw refuse('comparator_manual_off')
    if (isManual && !contact.invoice) throw invalid({ invoice: 'invoice_required' })
    const retryAfterSeconds = await countVisit(db, contactLimits(contact.email, request.ip), clock())
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    await db.transaction().execute(async (transaction) => {
      const problem = await saveContact({ ...deps, db: transaction, retailer: settings.now() }, contact, {
        energy,
        visitorHash: ensureVisitor({ request, reply }, deps.cookies),
        userId: actor.kind === 'customer' ? actor.userId : null,
        consentText: deps.consentTextFor(actor.locale),
        locale: actor.locale,
        requestId: request.id,
        now: clock(),
      })
      if (problem) throw invalid(problem)
    })
    return { status: 'OK' as const }
  }

  async function findRetailerProblem(energy: 'electricity' | 'gas', { comerOrigin }: { comerOrigin: number }) {
    if (comerOrigin <= 0) return {}
    const isKnown = (await findOriginRetailers(db, energy)).some(({ id }) => id === comerOrigin)
    return isKnown ? {} : { comerOrigin: 'retailer_unknown' }
  }

  function settingsFor({ locale }: Actor) {
    return { today: today(), locale, t: translatorFor(locale) }
  }

  function requireOffered(energy: 'electricity' | 'gas' = 'electricity') {
    const { comparator, features } = settings.now()
    if (!comparator.enabled || (energy === 'gas' && !features.displayTypes.includes('gas'))) throw notFound()
  }

  async function limitRequests(
    what: keyof typeof maxPerHour,
    request: FastifyRequest,
    refuse: Refuse<typeof readCurveFile>,
  ) {
    const limit = { what, per: 'network', value: request.ip, maxCount: maxPerHour[what], minutes: 60 } as const
    const retryAfterSeconds = await countVisit(db, [limit], clock())
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
  }
}

/**
 * Limits per hour: no customer has this many invoices, but a program that scrapes all prices, or the register by its
 * zones, needs more.
 */
const maxPerHour = { comparison: 60, curve: 20 } as const

function contactLimits(email: string, address: string) {
  return [
    { what: 'comparison contact', per: 'network', value: address, maxCount: 10, minutes: 60 },
    { what: 'comparison contact', per: 'email', value: email, maxCount: 3, minutes: 60 },
  ] as const
}

function requireFields(problems: Problems) {
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

function invalid(problems: Problems): Refused {
  return new Refused('invalid', 400, {
    fields: Object.fromEntries(Object.entries(problems).map(([field, code]) => [field, [code!]])),
  })
}
