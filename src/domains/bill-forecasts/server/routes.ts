import type { Database } from '#db/database.ts'
import { parseChartType } from '#domains/consumption/rules.ts'
import { findContractPoint } from '#domains/consumption/server/curve/curve-queries.ts'
import { parseId } from '#kit/parse-id.ts'
import type { Serve } from '#kit/server/serve.ts'
import { readBillForecast, readBillSoFar, readCurveCost } from '../api.ts'
import { queryCost } from './cost/query-cost.ts'
import { findOpenContract } from './find-open-contract.ts'
import { presentCost, presentForecast, presentSoFar } from './present.ts'
import { readBillToCome, readSoFar } from './read-bill-to-come.ts'

type BillForecastRouteDeps = { serve: Serve; db: Database; clock: () => Date }

/** Registers the calls of bills to come. */
export function billForecastRoutes({ serve, db, clock }: BillForecastRouteDeps) {
  async function findContract({ actor, params }: { actor: { customerIds: number[] }; params: { id: string } }) {
    const contractId = parseId(params.id)
    return contractId === undefined ? undefined : findOpenContract(db, { customerIds: actor.customerIds, contractId })
  }

  serve(readBillSoFar, {
    find: findContract,
    async act({ subject: contract }) {
      const read = await readSoFar(db, contract, clock())
      if (typeof read === 'string') return { bill: null, no_bill_reason: read }
      return { bill: presentSoFar(read, contract.leftOut), no_bill_reason: null }
    },
  })

  serve(readBillForecast, {
    find: findContract,
    async act({ subject: contract }) {
      const read = await readBillToCome(db, contract, clock())
      if (typeof read === 'string') return { bill: null, no_bill_reason: read }
      return { bill: presentForecast(read, contract.leftOut), no_bill_reason: null }
    },
  })

  serve(readCurveCost, {
    find: findContract,
    async act({ subject: contract, params, query }, refuse) {
      const type = parseChartType(params.type)
      if (!type) throw refuse('cch_type_unknown')
      const { customerId, contractId } = contract
      const point = await findContractPoint(db, { customerIds: [customerId], contractId })
      if (!point?.tariff) throw refuse('no_curve')
      const cost = await queryCost(db, { contract, point, type, requested: query, now: clock() })
      if (!cost) throw refuse('cch_invalid_date')
      return presentCost(cost)
    },
  })
}
