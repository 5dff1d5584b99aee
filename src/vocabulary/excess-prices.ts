import type { DatedRegulatedPrice, RegulatedPriceSeries } from './dated-regulated-prices.ts'
import { type EnergyTariff, energyTariffs } from './tariff-periods.ts'

/** One price per period, P1 first. */
type PeriodPrices = readonly string[]

/**
 * What power above the contracted one costs in a tariff: per kW and day where the meter registers the highest power of a
 * period (types 4 and 5), and per kW where it registers quarter hours (types 1 to 3). No rows where it is not known.
 */
export type ExcessPrices = {
  maximeter: RegulatedPriceSeries<PeriodPrices>
  quarterHours: RegulatedPriceSeries<PeriodPrices>
}

/** Reactive energy beyond the third that is free, by the power factor of its period. */
export type ReactivePrices = { from80: RegulatedPriceSeries; below80: RegulatedPriceSeries }

/** The first day of the formula and the prices of Circular 1/2025 (BOE-A-2025-2044). */
const firstDay = '2025-04-01'
const source2025 = 'CNMC, Circular 3/2020, art. 9.4 (as of Circular 1/2025); prices: BOE-A-2025-5341'
const source2026 = 'CNMC, Circular 3/2020, art. 9.4 (as of Circular 1/2025); prices: BOE-A-2025-26348'

const maximeter2025: Partial<Record<EnergyTariff, PeriodPrices>> = {
  '2.0TD': ['0.275041', '0.005297'],
  '3.0TD': ['0.168944', '0.089294', '0.028322', '0.021656', '0.006126', '0.006126'],
  '6.2TD': ['0.171493', '0.09726', '0.025605', '0.015601', '0.000612', '0.000543'],
  '6.3TD': ['0.247625', '0.149204', '0.048608', '0.031679', '0.00104', '0.000916'],
  '6.4TD': ['0.185913', '0.111149', '0.026992', '0.018762', '0.000558', '0.000372'],
}

const quarterHours2025: Partial<Record<EnergyTariff, PeriodPrices>> = {
  '2.0TD': ['2.953979', '0.056891'],
  '3.0TD': ['3.361213', '1.776546', '0.563477', '0.430844', '0.12188', '0.12188'],
  '6.1TD': ['3.332942', '1.762138', '0.661311', '0.465989', '0.011745', '0.010432'],
  '6.2TD': ['3.292963', '1.867567', '0.491658', '0.299575', '0.011745', '0.010432'],
  '6.3TD': ['3.099043', '1.867297', '0.608334', '0.396461', '0.013018', '0.01146'],
  '6.4TD': ['2.73262', '1.633705', '0.396742', '0.275775', '0.008201', '0.005465'],
}

const maximeter2026: Partial<Record<EnergyTariff, PeriodPrices>> = {
  '2.0TD': ['0.279426', '0.005316'],
  '3.0TD': ['0.171373', '0.090584', '0.028721', '0.021891', '0.006142', '0.006142'],
  '6.1TD': ['0.275735', '0.146094', '0.054668', '0.038455', '0.000817', '0.000722'],
  '6.2TD': ['0.173206', '0.097562', '0.025825', '0.015703', '0.000612', '0.000542'],
  '6.3TD': ['0.238584', '0.143616', '0.048105', '0.031355', '0.001018', '0.000889'],
  '6.4TD': ['0.186364', '0.111026', '0.027859', '0.019355', '0.000575', '0.000394'],
}

// 3.0TD P4 is also published as 0.427494: only the value here has the proportion to P1 of the prices per day.
const quarterHours2026: Partial<Record<EnergyTariff, PeriodPrices>> = {
  '2.0TD': ['2.96885', '0.056473'],
  '3.0TD': ['3.325715', '1.757877', '0.557353', '0.424794', '0.119179', '0.119179'],
  '6.1TD': ['3.431797', '1.818277', '0.680379', '0.478581', '0.010172', '0.008984'],
  '6.2TD': ['3.243495', '1.826897', '0.483612', '0.294055', '0.011467', '0.010143'],
  '6.3TD': ['3.063808', '1.844204', '0.617738', '0.402624', '0.013069', '0.011406'],
  '6.4TD': ['2.736629', '1.630338', '0.409096', '0.284221', '0.008441', '0.005787'],
}

/** The prices of excess power of every tariff from April 2025 to the end of 2026. */
export const excessPrices = Object.fromEntries(
  energyTariffs.map((tariff) => [tariff, excessPricesOf(tariff)]),
) as Record<EnergyTariff, ExcessPrices>

/** The prices of inductive reactive energy. The capacitive one of P6 has had the price 0 since it has one. */
export const reactivePrices: ReactivePrices = {
  from80: reactiveSeries('reactive_energy_from_80', '0.041554'),
  below80: reactiveSeries('reactive_energy_below_80', '0.062332'),
}

function reactiveSeries(name: string, value: string): RegulatedPriceSeries {
  const source = 'CNMC, Circular 3/2020, art. 9.5; prices as of Orden ITC/688/2011, kept since (BOE-A-2023-26251)'
  return { name, unit: 'EUR/kvarh', rows: [{ validFrom: '2021-06-01', validTo: null, value, source }] }
}

function excessPricesOf(tariff: EnergyTariff): ExcessPrices {
  return {
    maximeter: {
      name: `excess_power_maximeter ${tariff}`,
      unit: 'EUR/kW·day',
      rows: buildRows(maximeter2025[tariff], maximeter2026[tariff]),
    },
    quarterHours: {
      name: `excess_power_quarter_hours ${tariff}`,
      unit: 'EUR/kW',
      rows: buildRows(quarterHours2025[tariff], quarterHours2026[tariff]),
    },
  }
}

function buildRows(value2025?: PeriodPrices, value2026?: PeriodPrices): DatedRegulatedPrice<PeriodPrices>[] {
  const endOf2025 = '2026-01-01'
  return [
    ...(value2025 ? [{ validFrom: firstDay, validTo: endOf2025, value: value2025, source: source2025 }] : []),
    ...(value2026 ? [{ validFrom: endOf2025, validTo: '2027-01-01', value: value2026, source: source2026 }] : []),
  ]
}
