import type { Database } from '#db/database.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import { countVisit } from '#domains/session/server/visitor-throttle.ts'
import { countLookUp } from '#domains/supply-register/server/look-up.ts'
import type { QueryOut } from '#kit/call.ts'
import type { Refuse, Serve } from '#kit/server/serve.ts'
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
  validateCoupon,
} from '../api.ts'
import { powersByPeriod } from '../rules.ts'
import { activitiesIn } from './activities.ts'
import { couponsOf } from './coupon-store.ts'
import { type Energy, electricityOffers, findCampaign, gasOffers, tariffsOnOffer } from './offer-store.ts'
import { presentElectricityOffer, presentGasOffer } from './present.ts'
import { retailersOf } from './retailers.ts'
import { electricityYear, gasYear, yearOf } from './year-of.ts'

type Needs = { serve: Serve; db: Database; settings: Pick<LiveSettings, 'now'>; clock: () => Date }

/** So many codes may be tried by a network in an hour; a code that is for one customer is not to be guessed. */
const codeLimit = { what: 'promotional code', per: 'network', most: 30, minutes: 60 } as const

/** What may be contracted: tariffs, products with their prices, codes, and what a contract form offers to choose from. */
export function offerRoutes({ serve, db, settings, clock }: Needs) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listTariffs, async ({ query }) => {
    const sold = await tariffsOnOffer(db, 'electricity', today())
    return electricityTariffsForPower(wattsFromKw(query.power)!)
      .filter(({ name }) => sold.has(name))
      .map(idAndName)
  })

  serve(listGasTariffs, async () => {
    const sold = await tariffsOnOffer(db, 'gas', today())
    return gasAccessTariffs.filter(({ name }) => sold.has(name)).map(idAndName)
  })

  serve(listPrices, async ({ query, request, actor }, refuse) => {
    const tariff = electricityAccessTariffs.find(({ id }) => id === Number(query.atr))
    if (!tariff) throw refuse('tariff_unknown')
    await permitLookUp(query, request.ip, refuse)
    const powerWatts = powersByPeriod(tariff.name, toldPowers(query))
    if (powerWatts === null) throw refuse('power_not_of_tariff')
    const year = await yearOf(db, {
      ...askedYear(query),
      energy: 'electricity',
      toldSurplusKwh: isOn(query.selfcons ?? '0') ? Number(query.year_surplus_kwh ?? 0) : 0,
      today: today(),
    })
    const offers = await electricityOffers(db, {
      ...askedOffer(query),
      tariffName: tariff.name,
      today: today(),
      locale: actor.locale,
      withSelfConsumption: query.selfcons === undefined ? null : isOn(query.selfcons),
    })
    return offers.map((offer) =>
      presentElectricityOffer(
        offer,
        typeof year === 'string'
          ? year
          : electricityYear(year, { tariff: tariff.name, powerWatts, prices: offer.prices }),
      ),
    )
  })

  serve(listGasPrices, async ({ query, request, actor }, refuse) => {
    const tariff = gasAccessTariffs.find(({ id }) => id === Number(query.atr))
    if (!tariff) throw refuse('tariff_unknown')
    await permitLookUp(query, request.ip, refuse)
    const year = await yearOf(db, { ...askedYear(query), energy: 'gas', today: today() })
    const offers = await gasOffers(db, {
      ...askedOffer(query),
      tariffName: tariff.name,
      today: today(),
      locale: actor.locale,
      withSelfConsumption: null,
    })
    return offers.map((offer) => presentGasOffer(offer, typeof year === 'string' ? year : gasYear(year, offer.prices)))
  })

  serve(listRetailers, async () => retailersOf(db, 'electricity'))
  serve(listGasRetailers, async () => retailersOf(db, 'gas'))
  serve(listActivities, async ({ actor }) => activitiesIn(actor.locale))

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
    return couponsOf(db, { customerIds: actor.customerIds, locale: actor.locale, today: today() })
  })

  /** Prices of no supply in particular tell nothing of anybody, and are asked for as often as one likes. */
  async function permitLookUp({ cups }: Pick<Query, 'cups'>, network: string, refuse: Refuse<typeof listPrices>) {
    const { cups20 } = askedYear({ cups })
    if (cups20 === null) return
    const retryAfterSeconds = await countLookUp(db, { cups20, network, now: clock() })
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
  }
}

type Query = QueryOut<typeof listPrices>

function toldPowers({ power, power2, power3, power4, power5, power6 }: Query): [number, ...(number | null)[]] {
  const others = [power2, power3, power4, power5, power6]
  return [wattsFromKw(power)!, ...others.map((kw) => (kw === undefined ? null : wattsFromKw(kw)))]
}

function askedYear({ cups, zip, year_kwh }: Pick<Query, 'cups' | 'zip' | 'year_kwh'>) {
  const known = cups === undefined ? null : parseCups(cups)
  return {
    cups20: known && cups20(known),
    postcode: zip ?? null,
    toldKwh: year_kwh === undefined ? null : Number(year_kwh),
  }
}

function askedOffer({ promocode }: { promocode?: string | undefined }) {
  return { promocode: promocode === undefined || promocode === '' ? null : promocode }
}

function idAndName({ id, name }: { id: number; name: string }) {
  return { id, name }
}

function isOn(flag: string): boolean {
  return flag === '1' || flag === 'true'
}
