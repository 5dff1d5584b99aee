import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '#db/tables.ts'
import { compensationCents } from '#domains/duties/compensation.ts'
import {
  findCompensation,
  findCompensationsToBill,
  markCompensationBilled,
} from '#domains/duties/server/compensation-store.ts'
import { Refused } from '#kit/refusal.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { compensationScope } from '../rules.ts'
import { authenticateKey } from './authenticate-key.ts'

type CompensationRouteDeps = { db: Kysely<DB>; clock: () => Date }

const maxListed = 500
const url = '/integration/v1/compensations'

/** The bill that carries a compensation. */
export const CompensationBill = z.strictObject({
  invoice_number: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  /** The total of the first complete bill after the missed term, by which the amount is computed. */
  first_bill_cents: z.int(),
  amount_cents: z.int().check(z.positive()),
})

/**
 * Registers the calls with which a billing system reads which approved compensations are on no bill yet, and reports
 * the bill that carries one. A lower amount than the norm's is refused; the same bill again changes nothing.
 */
export function registerCompensationRoutes(scope: FastifyInstance, { db, clock }: CompensationRouteDeps) {
  scope.get(url, async (request, reply) => {
    await authenticateKey({ db, clock }, request, compensationScope)
    const items = (await findCompensationsToBill(db, maxListed)).map((row) => ({
      compensation_id: row.compensation_id,
      ...{ customer_id: row.customer_id, contract_id: row.contract_id, source: row.source },
      ...{ minimum_cents: row.minimum_cents, percent_of_first_bill: row.percent_of_first_bill },
      approved_at: row.decided_at?.toISOString() ?? null,
    }))
    return reply.header('cache-control', 'no-store').send({ items })
  })

  scope.register(async (jsonScope) => {
    jsonScope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => done(null, body))
    jsonScope.post<{ Params: { id: string } }>(`${url}/:id/billed`, async (request, reply) => {
      const key = await authenticateKey({ db, clock }, request, compensationScope)
      const { invoice_number: invoiceNumber, ...bill } = parseBill(request.body)
      await db.transaction().execute(async (trx) => {
        const compensation = await findCompensation(trx, request.params.id)
        if (!compensation || compensation.state === 'proposed' || compensation.state === 'rejected')
          throw new Refused('not_found', 404)
        const least = compensationCents(
          { minimumCents: compensation.minimum_cents, percentOfFirstBill: compensation.percent_of_first_bill },
          bill.first_bill_cents,
        )
        if (bill.amount_cents < least) throw new Refused('invalid', 400, { fields: { amount_cents: ['too_low'] } })
        const now = clock()
        const isBilled = await markCompensationBilled(trx, request.params.id, {
          ...{ invoiceNumber, amountCents: bill.amount_cents, now },
        })
        if (!isBilled && compensation.invoice_number !== invoiceNumber) throw new Refused('compensation_billed', 409)
        if (!isBilled) return
        await writeAudit(trx, {
          action: 'compensation_billed',
          customerId: compensation.customer_id,
          subject: `compensation:${compensation.compensation_id}`,
          after: { invoiceNumber, amountCents: bill.amount_cents, keyId: key.keyId },
          requestId: request.id,
        })
      })
      return reply.code(204).send()
    })
  })
}

function parseBill(body: unknown) {
  const parsed = CompensationBill.safeParse(parseJson(body))
  if (parsed.success) return parsed.data
  const fields = Object.fromEntries(
    parsed.error.issues.map(({ path }) => [String(path[0] ?? 'body'), ['invalid_value']]),
  )
  throw new Refused('invalid', 400, { fields })
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}
