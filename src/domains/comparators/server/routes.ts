import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { rememberVisitor } from '#domains/leads/server/visitor.ts'
import { retailersOf } from '#domains/offers/server/retailers.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import type { SessionCookies } from '#domains/session/server/cookies.ts'
import { countVisit } from '#domains/session/server/visitor-throttle.ts'
import { firstFile } from '#domains/uploads/server/first-file.ts'
import type { Actor } from '#kit/actor.ts'
import type { Locale } from '#kit/locale.ts'
import { Refused } from '#kit/refusal.ts'
import { notFound, type Refuse, type Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import { electricityAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { zoneOfPostcode } from '#vocabulary/postcode-zone.ts'
import { compareElectricity, compareGas, compareOwnYear, readCurveFile, sendElectricityContact } from '../api.ts'
import { electricityProblems, gasProblems, type Problems } from '../invoice-rules.ts'
import { comparedTariff, mostCurveFileBytes } from '../rules.ts'
import { comparedElectricity, comparedGas } from './compare.ts'
import { sumCurve } from './curve-sums.ts'
import { type Contact, keepContact } from './keep-contact.ts'
import type { Say } from './operations.ts'
import { comparedYear, findCompared } from './own-year.ts'

type Needs = {
  serve: Serve
  db: Kysely<DB>
  files: Files
  settings: Pick<LiveSettings, 'now'>
  cookies: Pick<SessionCookies, 'put'>
  clock: () => Date
  /** The words of the comparison, of this domain's `document`. */
  words: (locale: Locale) => Say
  /** The words by which somebody agrees to be contacted. */
  consentWords: (locale: Locale) => string
}

// What a multipart body weighs besides its file.
const wrappingBytes = 10_000

/** Comparisons of invoices, of curves in a file, and of the own year, with every product on offer. */
export function comparatorRoutes({ serve, settings, clock, words, ...needs }: Needs) {
  const { db } = needs
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(compareElectricity, async ({ actor, body, request }, refuse) => {
    requireOffered()
    requireFields({ ...electricityProblems(body, today()), ...(await retailerProblem('electricity', body)) })
    await count('comparison', request, refuse)
    const compared = await comparedElectricity(db, body, circumstances(actor))
    if (typeof compared === 'string') throw refuse(compared)
    return compared
  })

  serve(sendElectricityContact, async ({ body, ...about }, refuse) => {
    requireOffered()
    return keep('electricity', body, about, refuse)
  })

  serve(compareGas, async ({ body, ...about }, refuse) => {
    requireOffered('gas')
    if ('name' in body) {
      if (about.actor.readonly) throw new Refused('token_readonly', 403)
      return keep('gas', body, about, refuse)
    }
    requireFields({ ...gasProblems(body, today()), ...(await retailerProblem('gas', body)) })
    await count('comparison', about.request, refuse)
    const compared = await comparedGas(db, body, circumstances(about.actor))
    if (typeof compared === 'string') throw refuse(compared)
    return compared
  })

  serve(readCurveFile, async ({ query, request }, refuse) => {
    requireOffered()
    const tariff = query.accessTariff === undefined ? electricityAccessTariffs[0] : comparedTariff(query.accessTariff)
    if (!tariff) throw invalid({ accessTariff: 'required' })
    await count('curve', request, refuse)
    if (Number(request.headers['content-length']) > mostCurveFileBytes + wrappingBytes) throw refuse('file_too_large')
    const part = request.isMultipart() ? await firstFile(request, mostCurveFileBytes) : undefined
    if (!part) throw refuse('file_missing')
    const sums = await sumCurve(part.file, part.filename, {
      tariff: tariff.name,
      zone: zoneOfPostcode(query.postcode ?? null) ?? 'peninsula',
      from: query.startDate,
      until: query.endDate,
    })
    // What is left of a file that nobody wants must still arrive, or the browser never hears why.
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
      return findCompared(db, { customerIds, name: params.contractName, today: today() })
    },
    async act({ actor, subject }, refuse) {
      const compared = await comparedYear(db, subject, { today: today(), now: clock(), locale: actor.locale })
      if (typeof compared === 'string') throw refuse(compared)
      return compared
    },
  })

  async function keep(
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
      const problem = await keepContact({ ...needs, db: transaction, retailer: settings.now() }, contact, {
        energy,
        visitorHash: rememberVisitor({ request, reply }, needs.cookies),
        userId: actor.kind === 'customer' ? actor.userId : null,
        consentWords: needs.consentWords(actor.locale),
        locale: actor.locale,
        requestId: request.id,
        now: clock(),
      })
      if (problem) throw invalid(problem)
    })
    return { status: 'OK' as const }
  }

  async function retailerProblem(energy: 'electricity' | 'gas', { comerOrigin }: { comerOrigin: number }) {
    if (comerOrigin <= 0) return {}
    const isKnown = (await retailersOf(db, energy)).some(({ id }) => id === comerOrigin)
    return isKnown ? {} : { comerOrigin: 'retailer_unknown' }
  }

  function circumstances({ locale }: Actor) {
    return { today: today(), locale, say: words(locale) }
  }

  function requireOffered(energy: 'electricity' | 'gas' = 'electricity') {
    const { comparator, features } = settings.now()
    if (!comparator.enabled || (energy === 'gas' && !features.displayTypes.includes('gas'))) throw notFound()
  }

  async function count(what: keyof typeof mostPerHour, request: FastifyRequest, refuse: Refuse<typeof readCurveFile>) {
    const limit = { what, per: 'network', value: request.ip, most: mostPerHour[what], minutes: 60 } as const
    const retryAfterSeconds = await countVisit(db, [limit], clock())
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
  }
}

/** Nobody has so many invoices; a program that reads all prices, or the register by its zones, does. */
const mostPerHour = { comparison: 60, curve: 20 } as const

function contactLimits(email: string, address: string) {
  return [
    { what: 'comparison contact', per: 'network', value: address, most: 10, minutes: 60 },
    { what: 'comparison contact', per: 'email', value: email, most: 3, minutes: 60 },
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
