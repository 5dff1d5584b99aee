import type { Database } from '#db/database.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { downloadCurve, readChart, readChartRecords } from '../api.ts'
import { type ChartType, parseChartType } from '../rules.ts'
import { buildCurveFile } from './curve/build-curve-file.ts'
import { type ContractPoint, findContractPoint } from './curve/curve-queries.ts'
import { queryCurve } from './curve/query-curve.ts'
import { gasRoutes } from './gas/gas-routes.ts'
import { presentCurveColumns, presentCurveRecords } from './present.ts'

type ConsumptionRouteDeps = {
  serve: Serve
  db: Database
  /** The translator of this domain's texts. */
  translatorFor: (locale: Locale) => (key: string, values?: Record<string, string | number>) => string
  clock: () => Date
}

export function consumptionRoutes({ serve, db, translatorFor, clock }: ConsumptionRouteDeps) {
  async function findPoint({ actor, params }: { actor: { customerIds: number[] }; params: { contractId: string } }) {
    const contractId = /^[1-9]\d{0,8}$/.test(params.contractId) ? Number(params.contractId) : 0
    return findContractPoint(db, { customerIds: actor.customerIds, contractId })
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

  gasRoutes({ serve, db, translatorFor, clock })

  serve(readChart, {
    find: findPoint,
    async act({ subject: point, actor, ...rest }, refuse) {
      const { curve } = await readRequestedCurve(point, rest, refuse)
      return presentCurveColumns(curve, point.tariff, translatorFor(actor.locale))
    },
  })

  serve(readChartRecords, {
    find: findPoint,
    async act({ subject: point, ...rest }, refuse) {
      return presentCurveRecords((await readRequestedCurve(point, rest, refuse)).curve)
    },
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
