import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listOwnCompensations, listOwnDuties } from '../api.ts'
import { findOwnCompensations } from './compensation-store.ts'
import { findDutiesOfContract } from './shown-duties.ts'

type OwnDutyDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** Registers the calls with which customers read what must follow by when, and what they are paid for missed terms. */
export function ownDutyRoutes({ serve, db, clock }: OwnDutyDeps) {
  serve(listOwnDuties, async ({ actor: { customerIds }, query: { contract } }) => ({
    items: await findDutiesOfContract(db, { customerIds, contractName: contract, now: clock() }),
  }))

  serve(listOwnCompensations, async ({ actor: { customerIds }, query: { contract } }) => {
    const rows = await findOwnCompensations(db, { customerIds, contractName: contract })
    return {
      items: rows.map(({ compensation_id: id, minimum_cents, amount_cents, invoice_number, source }) => ({
        ...{ id, source, invoice_number, is_billed: amount_cents !== null },
        amount: (amount_cents ?? minimum_cents) / 100,
      })),
    }
  })
}
