import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listOwnCompensations } from '../api.ts'
import { findOwnCompensations } from './compensation-store.ts'

/** Registers the call with which customers read what they are paid for missed terms. */
export function compensationRoutes({ serve, db }: { serve: Serve; db: Kysely<DB> }) {
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
