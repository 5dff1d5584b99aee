import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import { parseId } from '#kit/parse-id.ts'
import type { Serve } from '#kit/server/serve.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { recordSwitchStep } from '../../../server/switch-step-store.ts'
import { listSwitches, recordStep } from '../api.ts'
import { findSwitches } from './switch-list.ts'

type SwitchDeskDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** Registers the back-office routes with which operators follow switches and record what the distributor reports. */
export function switchDeskRoutes({ serve, db, clock }: SwitchDeskDeps) {
  serve(listSwitches, ({ query }) => findSwitches(db, query, clock()))

  serve(recordStep, {
    find: ({ params }) => findContract(parseId(params.id), parseId(params.contractId)),
    async act({ actor, request, subject: key, body: { step, happened_on: happenedOn, code = '' } }, refuse) {
      const now = clock()
      if ((step === 'rejected') !== (code !== '')) throw refuse('invalid', { fields: { code: ['code_needed'] } })
      if (happenedOn > marketDayOf(now, 'Europe/Madrid'))
        throw refuse('invalid', { fields: { happened_on: ['day_in_future'] } })
      await db.transaction().execute(async (db) => {
        const outcome = await recordSwitchStep(db, { ...key, step, code, happenedOn, operatorId: actor.userId, now })
        if (outcome !== 'recorded') throw refuse(outcome === 'known' ? 'step_known' : 'switch_over')
        await auditChange({
          ...{ db, actor, request, customerId: key.customerId },
          action: 'switch_step_recorded',
          subject: `contract:${key.contractId}`,
          after: { step, code, happenedOn },
        })
      })
      return undefined
    },
  })

  async function findContract(customerId: number | undefined, contractId: number | undefined) {
    if (customerId === undefined || contractId === undefined) return undefined
    const row = await db
      .selectFrom('contract')
      .where('customer_id', '=', customerId)
      .where('contract_id', '=', contractId)
      .select('contract_id')
      .executeTakeFirst()
    return row && { customerId, contractId }
  }
}
