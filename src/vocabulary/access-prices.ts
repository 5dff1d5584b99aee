import type { DatedRegulatedPrice, RegulatedPriceSeries } from './dated-regulated-prices.ts'
import { type EnergyTariff, energyTariffs } from './tariff-periods.ts'

/** One price per tariff period, P1 first. */
type PeriodPrices = readonly string[]

/** Tolls plus charges of a tariff: the grid costs that every customer pays, whatever the retailer. */
export type AccessPrices = { power: RegulatedPriceSeries<PeriodPrices>; energy: RegulatedPriceSeries<PeriodPrices> }

const power2025EurPerKwYear: Partial<Record<EnergyTariff, PeriodPrices>> = {
  '2.0TD': ['26.93055', '0.697588'],
  '3.0TD': ['19.658495', '10.251651', '4.262536', '3.681551', '2.328167', '1.356394'],
  '6.1TD': ['28.791866', '15.077643', '6.55917', '5.172085', '1.932805', '0.916088'],
  '6.2TD': ['19.628657', '10.931799', '3.575439', '2.605951', '1.153201', '0.554036'],
  '6.3TD': ['13.200058', '7.707603', '2.994066', '2.256289', '0.92108', '0.441352'],
  '6.4TD': ['7.768462', '4.529595', '1.38527', '1.093534', '0.448232', '0.209555'],
}

// Tolls plus charges, confirmed by two sources; the values of the other tariffs for 2025 are not known.
const energy2025EurPerMwh: Partial<Record<EnergyTariff, PeriodPrices>> = {
  '2.0TD': ['92.539', '28.201', '2.994'],
}

// 6.3TD P2 is also published as 5.878863, with digits swapped: three sources and the value of 2025 support the one
// here.
const power2026EurPerKwYear: Record<EnergyTariff, PeriodPrices> = {
  '2.0TD': ['27.704413', '0.725423'],
  '3.0TD': ['20.376927', '10.617621', '4.481534', '3.886333', '2.513851', '1.442287'],
  '6.1TD': ['29.595368', '15.514709', '6.801881', '5.393829', '2.125113', '1.004181'],
  '6.2TD': ['20.103588', '11.115668', '3.709113', '2.728152', '1.265617', '0.605381'],
  '6.3TD': ['13.053392', '7.587863', '3.062065', '2.332116', '1.010041', '0.481394'],
  '6.4TD': ['7.905445', '4.585787', '1.460005', '1.15856', '0.492827', '0.230511'],
  '3.0TDVE': ['3.727958', '1.968328', '0.623462', '0.471799', '0.130238', '0.130238'],
  '6.1TDVE': ['5.523814', '2.926765', '1.09528', '0.770513', '0.016375', '0.014472'],
  '6.2TDVE': ['3.773717', '2.125824', '0.562648', '0.342155', '0.01335', '0.011815'],
}

const energy2026EurPerMwh: Partial<Record<EnergyTariff, PeriodPrices>> = {
  '2.0TD': ['97.553', '29.267', '3.292'],
  '3.0TD': ['63.352', '38.914', '19.279', '9.795', '4.706', '2.898'],
  '6.1TD': ['46.274', '26.717', '12.928', '6.678', '2.619', '1.588'],
  '6.2TD': ['23.88', '13.975', '6.2', '3.083', '1.234', '0.752'],
  '6.3TD': ['18.775', '10.876', '4.992', '2.494', '1.009', '0.614'],
  '6.4TD': ['11.275', '6.055', '2.597', '1.286', '0.403', '0.232'],
  '3.0TDVE': ['187.451', '106.578', '50.751', '26.122', '10.216', '6.227'],
  '6.1TDVE': ['222.504', '119.324', '55.4', '28.975', '8.585', '5.084'],
}

const norms2025 = 'Tolls: CNMC resolution of 4 December 2024. Charges: Orden TED/1487/2024.'
const norms2026 = 'Tolls: CNMC resolution, BOE-A-2025-26348. Charges: Orden TED/1524/2025, BOE-A-2025-26705.'

/** The access prices of every tariff in 2025 and 2026. The energy prices of 6.2TDVE are not known. */
export const accessPrices = Object.fromEntries(
  energyTariffs.map((tariff) => [tariff, accessPricesOf(tariff)]),
) as Record<EnergyTariff, AccessPrices>

function accessPricesOf(tariff: EnergyTariff): AccessPrices {
  return {
    power: {
      name: `access_power ${tariff}`,
      unit: 'EUR/kW·year',
      rows: buildYearlyRows(power2025EurPerKwYear[tariff], power2026EurPerKwYear[tariff]),
    },
    energy: {
      name: `access_energy ${tariff}`,
      unit: 'EUR/MWh',
      rows: buildYearlyRows(energy2025EurPerMwh[tariff], energy2026EurPerMwh[tariff]),
    },
  }
}

/**
 * Builds the rows of 2025 and 2026. Where the prices of 2025 are not available, those of 2026 are used instead: known
 * ones changed by a few percent between the years.
 */
function buildYearlyRows(value2025?: PeriodPrices, value2026?: PeriodPrices): DatedRegulatedPrice<PeriodPrices>[] {
  if (!value2026) return []
  const year2025 = { validFrom: '2025-01-01', validTo: '2026-01-01' }
  const year2026 = { validFrom: '2026-01-01', validTo: '2027-01-01', value: value2026, source: norms2026 }
  if (value2025) return [{ ...year2025, value: value2025, source: norms2025 }, year2026]
  return [{ ...year2026, ...year2025, provisional: true }, year2026]
}
