import type { Database } from '#db/database.ts'
import { parseId } from '#kit/parse-id.ts'
import type { JsonText } from '#kit/server/reply.ts'
import type { Serve } from '#kit/server/serve.ts'
import { versionedJson } from '#kit/server/versioned-json.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { downloadCurve, readChart, readChartRecords, readCompleteness } from '../api.ts'
import { type ChartType, parseChartType } from '../rules.ts'
import { queryCompleteness } from './completeness/query-completeness.ts'
import { buildCurveFile } from './curve/build-curve-file.ts'
import { type ContractPoint, createContractPointLookup } from './curve/curve-queries.ts'
import { createCurveVersionLookup } from './curve/curve-store.ts'
import { queryCurve } from './curve/query-curve.ts'
import { gasRoutes } from './gas/gas-routes.ts'
import { presentCompleteness, presentCurveColumns, presentCurveRecords } from './present.ts'

type ConsumptionRouteDeps = {
  serve: Serve
  db: Database
  /** The translator of this domain's texts. */
  translatorFor: (locale: Locale) => (key: string, values?: Record<string, string | number>) => string
  clock: () => Date
}

export function consumptionRoutes({ serve, db, translatorFor, clock }: ConsumptionRouteDeps) {
  const findContractPoint = createContractPointLookup(db)
  const curveVersionOf = createCurveVersionLookup(db)
  const charts = versionedJson()

  async function findPoint({ actor, params }: { actor: { customerIds: number[] }; params: { contractId: string } }) {
    const contractId = parseId(params.contractId)
    return contractId === undefined ? undefined : findContractPoint({ customerIds: actor.customerIds, contractId })
  }

  async function readRequestedCurve(
    point: ContractPoint,
    { params, query }: { params: { type: string }; query: { start?: string; end?: string } },
    refuse: (code: 'cch_invalid_date' | 'cch_type_unknown') => Error,
  ) {
    const type = parseChartType(params.type)
    if (!type) throw refuse('cch_type_unknown')
    const curve = await queryCurve(db, { point, type, requested: query, now: clock() })
    if (!curve) throw refuse('cch_invalid_date')
    return { type, curve }
  }

  // Computing a chart costs many times as much as checking that nothing it is computed from has changed. The range that
  // is shown by default changes with the day, and days begin on the hour in all time zones of the market.
  async function cachedChart(
    point: ContractPoint,
    request: { version: number; locale?: Locale; type: string; query: { start?: string; end?: string } },
    make: () => Promise<unknown>,
  ): Promise<JsonText> {
    const { start, end } = request.query
    const hour = Math.floor(clock().getTime() / msPerHour)
    const key = JSON.stringify({ point: point.cacheKey, ...request, query: { start, end }, hour })
    return charts.at(key, await curveVersionOf(point.supplyPointId), make)
  }

  gasRoutes({ serve, db, translatorFor, clock })

  serve(readChart, {
    find: findPoint,
    act: ({ subject: point, actor: { locale }, params, query }, refuse) =>
      cachedChart(point, { version: 2, locale, type: params.type, query }, async () => {
        const { curve } = await readRequestedCurve(point, { params, query }, refuse)
        return presentCurveColumns(curve, point.tariff, translatorFor(locale))
      }),
  })

  serve(readChartRecords, {
    find: findPoint,
    act: ({ subject: point, params, query }, refuse) =>
      cachedChart(point, { version: 1, type: params.type, query }, async () => {
        const { curve } = await readRequestedCurve(point, { params, query }, refuse)
        return presentCurveRecords(curve)
      }),
  })

  serve(readCompleteness, {
    find: findPoint,
    act: ({ subject: point, query }, refuse) =>
      cachedChart(point, { version: 2, type: 'completeness', query }, async () => {
        const completeness = await queryCompleteness(db, { point, requested: query, now: clock() })
        if (!completeness) throw refuse('cch_invalid_date')
        return presentCompleteness(completeness)
      }),
  })

  serve(downloadCurve, {
    find: findPoint,
    async act({ subject: point, actor, ...rest }, refuse) {
      const { type, curve } = await readRequestedCurve(point, rest, refuse)
      return buildCurveFile(db, {
        point,
        type: type satisfies ChartType,
        curve,
        format: rest.query.format,
        t: translatorFor(actor.locale),
        locale: actor.locale,
        now: clock(),
      })
    },
  })
}
