import type { Database } from '#db/database.ts'
import { parseId } from '#kit/parse-id.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { downloadGasConsumption, readGasConsumption } from '../../gas-api.ts'
import type { GasMonth, GasReadingWithUsage } from '../../gas-rules.ts'
import { buildGasFile } from './build-gas-file.ts'
import { findGasContract, type GasConsumption, type GasContract, queryGasConsumption } from './gas-queries.ts'

type GasRouteDeps = {
  serve: Serve
  db: Database
  /** The translator of this domain's texts. */
  translatorFor: (locale: Locale) => (key: string, values?: Record<string, string | number>) => string
  clock: () => Date
}

export function gasRoutes({ serve, db, translatorFor, clock }: GasRouteDeps) {
  async function find({ actor, params }: { actor: { customerIds: number[] }; params: { gasContractId: string } }) {
    const contractId = parseId(params.gasContractId)
    return contractId === undefined ? undefined : findGasContract(db, { customerIds: actor.customerIds, contractId })
  }

  async function readConsumption(
    contract: GasContract,
    { start, end }: { start?: string; end?: string },
    refuse: (code: 'cch_invalid_date') => Error,
  ): Promise<GasConsumption> {
    const gas = await queryGasConsumption(db, { contract, requested: { start, end }, now: clock() })
    if (!gas) throw refuse('cch_invalid_date')
    return gas
  }

  serve(readGasConsumption, {
    find,
    async act({ subject, query }, refuse) {
      const { range, span, months, readings } = await readConsumption(subject, query, refuse)
      return {
        start: range.start,
        end: range.end,
        data_from: span?.start ?? null,
        data_until: span?.end ?? null,
        months: months.map(presentMonth),
        readings: readings.map(presentReading),
      }
    },
  })

  serve(downloadGasConsumption, {
    find,
    async act({ subject, query, actor }, refuse) {
      const gas = await readConsumption(subject, query, refuse)
      return buildGasFile(gas, {
        name: `${subject.cups} ${gas.range.start} ${gas.range.end}`,
        format: query.format,
        t: translatorFor(actor.locale),
        locale: actor.locale,
      })
    },
  })
}

function presentMonth({ month, energyWh, missingDays, isShared }: GasMonth) {
  return { month, kwh: thousandth(energyWh), missing_days: missingDays, shared: isShared }
}

function presentReading(reading: GasReadingWithUsage) {
  const { day, origin, isEstimated, registerLitres, usedLitres, factorKwhPerM3, calorificKwhPerM3, energyWh } = reading
  return {
    date: day,
    origin,
    estimated: isEstimated,
    m3: registerLitres / 1000,
    used_m3: thousandth(usedLitres),
    kwh_per_m3: factorKwhPerM3,
    calorific_kwh_per_m3: calorificKwhPerM3,
    kwh: thousandth(energyWh),
  }
}

// An integer divided by a thousand is written with exact decimals.
function thousandth(value: number | null): number | null {
  return value === null ? null : value / 1000
}
