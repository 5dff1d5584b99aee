import type { Database } from '#db/database.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { countLookUp } from '#domains/supply-register/server/count-look-up.ts'
import type { QueryOut } from '#kit/call.ts'
import type { Refuse, Serve } from '#kit/server/serve.ts'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import { electricityAccessTariffs, electricityTariffsForPower, gasAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { cups20, parseCups } from '#vocabulary/cups.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { wattsFromKw } from '#vocabulary/power.ts'
import {
  listActivities,
  listCoupons,
  listGasPrices,
  listGasRetailers,
  listGasTariffs,
  listPrices,
  listRetailers,
  listTariffs,
  readDynamicMonth,
  validateCoupon,
} from '../api.ts'
import { fillPowersByPeriod } from '../rules.ts'
import { listActivitiesIn } from './activities.ts'
import { findCoupons } from './coupon-store.ts'
import { estimateDynamicMonth } from './dynamic-month.ts'
import { type Energy, findCampaign, findElectricityOffers, findGasOffers, findOfferedTariffs } from './offer-store.ts'
import { presentElectricityOffer, presentGasOffer } from './present.ts'
import { priceElectricityYear, priceGasYear, resolveYear } from './resolve-year.ts'
import { findOriginRetailers } from './retailer-store.ts'

type OfferRouteDeps = { serve: Serve; db: Database; settings: Pick<LiveSettings, 'now'>; clock: () => Date }

/** The hourly limit of codes that a network can try, so that a customer's own code cannot be guessed. */
const codeLimit = { what: 'promotional code', per: 'network', maxCount: 30, minutes: 60 } as const

/**
 * Registers the calls on what can be contracted: tariffs, products with their prices, codes, and the lists of a
 * contract form.
 */
export function offerRoutes({ serve, db, settings, clock }: OfferRouteDeps) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listTariffs, async ({ query }) => {
    const offeredTariffs = await findOfferedTariffs(db, 'electricity', today())
    return electricityTariffsForPower(wattsFromKw(query.power)!)
      .filter(({ name }) => offeredTariffs.has(name))
      .map(idAndName)
  })

  serve(listGasTariffs, async () => {
    const offeredTariffs = await findOfferedTariffs(db, 'gas', today())
    return gasAccessTariffs.filter(({ name }) => offeredTariffs.has(name)).map(idAndName)
  })

  serve(listPrices, async ({ query, request, actor }, refuse) => {
    const tariff = electricityAccessTariffs.find(({ id }) => id === Number(query.atr))
    if (!tariff) throw refuse('tariff_unknown')
    await limitLookUps(query, request.ip, refuse)
    const powerWatts = fillPowersByPeriod(tariff.name, parsePowers(query))
    if (powerWatts === null) throw refuse('power_not_of_tariff')
    const year = await resolveYear(db, {
      ...parseYearInput(query),
      energy: 'electricity',
      statedSurplusKwh: isOn(query.selfcons ?? '0') ? Number(query.year_surplus_kwh ?? 0) : 0,
      today: today(),
    })
    const offers = await findElectricityOffers(db, {
      ...parseOfferInput(query),
      tariffName: tariff.name,
      today: today(),
      locale: actor.locale,
      withSelfConsumption: query.selfcons === undefined ? null : isOn(query.selfcons),
      withDynamic: true,
    })
    return offers.map((offer) =>
      presentElectricityOffer(
        offer,
        typeof year === 'string'
          ? year
          : priceElectricityYear(year, { tariff: tariff.name, powerWatts, prices: offer.prices }),
      ),
    )
  })

  serve(readDynamicMonth, async ({ params, query, request, actor }, refuse) => {
    const tariff = electricityAccessTariffs.find(({ id }) => id === Number(query.atr))
    if (!tariff) throw refuse('tariff_unknown')
    await limitLookUps(query, request.ip, refuse)
    const powerWatts = fillPowersByPeriod(tariff.name, parsePowers(query))
    if (powerWatts === null) throw refuse('power_not_of_tariff')
    const offers = await findElectricityOffers(db, {
      ...parseOfferInput(query),
      ...{
        tariffName: tariff.name,
        today: today(),
        locale: actor.locale,
        withSelfConsumption: null,
        withDynamic: true,
      },
    })
    const offer = offers.find(({ productId, isDynamic }) => isDynamic && String(productId) === params.productId)
    if (!offer) return { estimate: null }
    const supply = { ...parseYearInput(query), tariff: tariff.name, powerWatts, prices: offer.prices }
    const customerIds = actor.kind === 'customer' ? actor.customerIds : []
    return { estimate: await estimateDynamicMonth(db, { ...supply, customerIds, today: today() }) }
  })

  serve(listGasPrices, async ({ query, request, actor }, refuse) => {
    const tariff = gasAccessTariffs.find(({ id }) => id === Number(query.atr))
    if (!tariff) throw refuse('tariff_unknown')
    await limitLookUps(query, request.ip, refuse)
    const year = await resolveYear(db, { ...parseYearInput(query), energy: 'gas', today: today() })
    const offers = await findGasOffers(db, {
      ...parseOfferInput(query),
      tariffName: tariff.name,
      today: today(),
      locale: actor.locale,
      withSelfConsumption: null,
    })
    return offers.map((offer) =>
      presentGasOffer(offer, typeof year === 'string' ? year : priceGasYear(year, offer.prices)),
    )
  })

  serve(listRetailers, async () => findOriginRetailers(db, 'electricity'))
  serve(listGasRetailers, async () => findOriginRetailers(db, 'gas'))
  serve(listActivities, async ({ actor }) => listActivitiesIn(actor.locale))

  serve(validateCoupon, async ({ params, request, actor }, refuse) => {
    const retryAfterSeconds = await countVisit(db, [{ ...codeLimit, value: request.ip }], clock())
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    const campaign = await findCampaign(db, params.coupon, today())
    if (!campaign) return { valid: false }
    const names = campaign.names as Record<string, string>
    const { product_id: id, productName, energy } = campaign
    return {
      valid: true,
      name: names[actor.locale] ?? names.es ?? '',
      ...(id !== null && { product: { id, name: productName!, energy: energy as Energy } }),
    }
  })

  serve(listCoupons, async ({ actor }, refuse) => {
    if (!settings.now().featureFlags.coupons.coupon) throw refuse('coupons_off')
    return findCoupons(db, { customerIds: actor.customerIds, locale: actor.locale, today: today() })
  })

  /**
   * Limits look-ups of supplies. Prices without a particular supply reveal nothing about anybody, and are not limited.
   */
  async function limitLookUps({ cups }: Pick<Query, 'cups'>, network: string, refuse: Refuse<typeof listPrices>) {
    const { cups20 } = parseYearInput({ cups })
    if (cups20 === null) return
    const retryAfterSeconds = await countLookUp(db, { cups20, network, now: clock() })
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
  }
}

type Query = QueryOut<typeof listPrices>

function parsePowers({ power, power2, power3, power4, power5, power6 }: Query): [number, ...(number | null)[]] {
  const others = [power2, power3, power4, power5, power6]
  return [wattsFromKw(power)!, ...others.map((kw) => (kw === undefined ? null : wattsFromKw(kw)))]
}

function parseYearInput({ cups, zip, year_kwh }: Pick<Query, 'cups' | 'zip' | 'year_kwh'>) {
  const known = cups === undefined ? null : parseCups(cups)
  return {
    cups20: known && cups20(known),
    postcode: zip ?? null,
    statedKwh: year_kwh === undefined ? null : Number(year_kwh),
  }
}

function parseOfferInput({ promocode }: { promocode?: string | undefined }) {
  return { promocode: promocode === undefined || promocode === '' ? null : promocode }
}

function idAndName({ id, name }: { id: number; name: string }) {
  return { id, name }
}

function isOn(flag: string): boolean {
  return flag === '1' || flag === 'true'
}
