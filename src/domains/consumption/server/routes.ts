import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import type { Serve } from '#kit/server/serve.ts'
import { downloadCurve, readChart, readChartRecords } from '../api.ts'
import { type ChartType, chartTypeOf } from '../rules.ts'
import { curveFile } from './curve-file.ts'
import { type ContractPoint, findContractPoint } from './curve-queries.ts'
import { gasRoutes } from './gas-routes.ts'
import { curveAsColumns, curveAsRecords } from './present.ts'
import { readCurve } from './read-curve.ts'

type Needs = {
  serve: Serve
  db: Database
  /** The words of this domain. */
  words: (locale: Locale) => (key: string, values?: Record<string, string | number>) => string
  clock: () => Date
}

export function consumptionRoutes({ serve, db, words, clock }: Needs) {
  async function findPoint({ actor, params }: { actor: { customerIds: number[] }; params: { contractId: string } }) {
    const contractId = /^[1-9]\d{0,8}$/.test(params.contractId) ? Number(params.contractId) : 0
    return findContractPoint(db, { customerIds: actor.customerIds, contractId })
  }

  async function readAsked(
    point: ContractPoint,
    { params, query }: { params: { type: string }; query: { start?: string; end?: string } },
    refuse: (code: 'cch_invalid_date' | 'cch_type_unknown') => Error,
  ) {
    const type = chartTypeOf(params.type)
    if (!type) throw refuse('cch_type_unknown')
    const curve = await readCurve(db, { point, type, asked: query, now: clock() })
    if (!curve) throw refuse('cch_invalid_date')
    return { type, curve }
  }

  gasRoutes({ serve, db, words, clock })

  serve(readChart, {
    find: findPoint,
    async act({ subject: point, actor, ...asked }, refuse) {
      const { curve } = await readAsked(point, asked, refuse)
      return curveAsColumns(curve, point.tariff, words(actor.locale))
    },
  })

  serve(readChartRecords, {
    find: findPoint,
    async act({ subject: point, ...asked }, refuse) {
      return curveAsRecords((await readAsked(point, asked, refuse)).curve)
    },
  })

  serve(downloadCurve, {
    find: findPoint,
    async act({ subject: point, actor, ...asked }, refuse) {
      const { type, curve } = await readAsked(point, asked, refuse)
      return curveFile(db, {
        point,
        type: type satisfies ChartType,
        curve,
        format: asked.query.format,
        words: words(actor.locale),
        locale: actor.locale,
        now: clock(),
      })
    },
  })
}
