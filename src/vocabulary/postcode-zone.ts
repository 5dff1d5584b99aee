import { provinceOf } from './provinces.ts'
import { type TariffZone, zoneOfProvince } from './tariff-periods.ts'

/** Returns the tariff zone of a postcode; null where there is none. */
export function zoneOfPostcode(postcode: string | null): TariffZone | null {
  const province = postcode === null ? null : provinceOf(postcode.slice(0, 2))
  return province && zoneOfProvince(province.code)
}
