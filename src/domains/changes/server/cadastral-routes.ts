import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import { requireSeen } from '#kit/server/content-version.ts'
import type { Serve } from '#kit/server/serve.ts'
import { compactCadastralReference } from '#vocabulary/cadastral-reference.ts'
import { changeCadastralReference } from '../cadastral-api.ts'
import { requestChange } from './change-requests.ts'
import { cadastralVersion } from './versions.ts'

type Needs = { serve: Serve; db: Kysely<DB>; settings: Pick<LiveSettings, 'now'>; clock: () => Date }

/** The reference by which the cadastre knows the place that a contract supplies. */
export function cadastralRoutes({ serve, db, settings, clock }: Needs) {
  serve(changeCadastralReference, {
    find: ({ actor, params }) => findSupplied(db, { customerIds: actor.customerIds, name: params.contractName }),
    permit({ state }, refuse) {
      const { enabled, modify } = settings.now().refCatastral
      if (!enabled || !modify) throw refuse('change_not_offered')
      if (state !== 'activa') throw refuse('contract_not_active')
    },
    async act({ actor: { userId }, body, subject, request }, refuse) {
      if (body.type !== undefined && body.type !== subject.energy)
        throw refuse('invalid', { fields: { type: ['invalid_value'] } })
      const reference = compactCadastralReference(body.ref_catastral)
      await correct(db, subject, { reference, userId, requestId: request.id, now: clock(), seen: body.version })
      return { ref_catastral: reference }
    },
  })
}

type Supplied = NonNullable<Awaited<ReturnType<typeof findSupplied>>>

/** A holder's contract with the reference of its place, or undefined when it is not theirs. */
function findSupplied(db: Kysely<DB>, { customerIds, name }: { customerIds: number[]; name: string }) {
  return db
    .selectFrom('contract')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .where('contract.customer_id', '=', sql<number>`any(${customerIds})`)
    .where('contract.name', '=', name)
    .select(['customer_id', 'contract_id', 'name', 'contract.energy', 'state', 'contract.supply_point_id'])
    .select('cadastral_reference')
    .executeTakeFirst()
}

type Correction = { reference: string; userId: number; requestId: string; now: Date; seen: string | undefined }

/** The place has the reference, whoever is supplied there after this holder; it holds at once. */
async function correct(db: Kysely<DB>, supplied: Supplied, { reference, userId, requestId, now, seen }: Correction) {
  const { customer_id: customerId, contract_id: contractId, supply_point_id, energy, name } = supplied
  await db.transaction().execute(async (transaction) => {
    const present = await transaction
      .selectFrom('supply_point')
      .where('supply_point_id', '=', supply_point_id)
      .select(['cadastral_reference as ref_catastral', cadastralVersion.as('version')])
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (present.ref_catastral === reference) return
    requireSeen(seen, present)
    await transaction
      .updateTable('supply_point')
      .set({ cadastral_reference: reference })
      .where('supply_point_id', '=', supply_point_id)
      .execute()
    const details = { ref_catastral: reference }
    await requestChange(transaction, {
      ...{ customerId, contractId, kind: 'ref_catastral', details, state: 'done' },
      ...{ userId, requestId, now },
    })
    const kind = 'changes.cadastralReferenceChanged'
    const link = `/contracts/${energy}/${encodeURIComponent(name)}` as const
    const values = { contract: name, reference }
    await queueMessage(transaction, { kind, values, customerId, contractId, link }, now)
  })
}
