import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { saveCadastralReference } from '#domains/contract-records/server/supply-point-store.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { requireExpectedVersion } from '#kit/server/content-version.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { Serve } from '#kit/server/serve.ts'
import { compactCadastralReference } from '#vocabulary/cadastral-reference.ts'
import { contractAddress } from '#vocabulary/contract-address.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { changeCadastralReference } from '../cadastral-api.ts'
import { createChangeRequest } from './change-requests.ts'
import { cadastralVersion } from './contract-versions.ts'

type CadastralRouteDeps = { serve: Serve; db: Kysely<DB>; settings: Pick<LiveSettings, 'now'>; clock: () => Date }

/** Registers the call that changes the cadastral reference of the place that a contract supplies. */
export function cadastralRoutes({ serve, db, settings, clock }: CadastralRouteDeps) {
  serve(changeCadastralReference, {
    find: ({ actor, params }) =>
      findSuppliedContract(db, { customerIds: actor.customerIds, name: params.contractName }),
    permit({ state }, refuse) {
      const { enabled, modify } = settings.now().refCatastral
      if (!enabled || !modify) throw refuse('change_not_offered')
      if (state !== 'activa') throw refuse('contract_not_active')
    },
    async act({ actor: { userId }, body, subject, request }, refuse) {
      if (body.type !== undefined && body.type !== subject.energy)
        throw refuse('invalid', { fields: { type: ['invalid_value'] } })
      const reference = compactCadastralReference(body.ref_catastral)
      await correctCadastralReference(db, subject, {
        reference,
        userId,
        requestId: request.id,
        now: clock(),
        seen: body.version,
      })
      return { ref_catastral: reference }
    },
  })
}

type SuppliedContract = NonNullable<Awaited<ReturnType<typeof findSuppliedContract>>>

/**
 * Finds a contract of a holder with the cadastral reference of its supply point. Returns undefined when the contract is
 * not theirs.
 */
function findSuppliedContract(db: Kysely<DB>, { customerIds, name }: { customerIds: number[]; name: string }) {
  return db
    .selectFrom('contract')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .where(isOneOf('contract.customer_id', customerIds))
    .where('contract.name', '=', name)
    .select(['customer_id', 'contract_id', 'name', 'contract.energy', 'state', 'contract.supply_point_id'])
    .select('cadastral_reference')
    .executeTakeFirst()
}

type CadastralCorrection = { reference: string; userId: number; requestId: string; now: Date; seen: string | undefined }

/** Sets the reference of the supply point, whichever holder is supplied there afterwards. It takes effect at once. */
async function correctCadastralReference(
  db: Kysely<DB>,
  contract: SuppliedContract,
  { reference, userId, requestId, now, seen }: CadastralCorrection,
) {
  const { customer_id: customerId, contract_id: contractId, supply_point_id, energy, name } = contract
  await db.transaction().execute(async (transaction) => {
    const stored = await transaction
      .selectFrom('supply_point')
      .where('supply_point_id', '=', supply_point_id)
      .select(['cadastral_reference as ref_catastral', cadastralVersion.as('version')])
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (stored.ref_catastral === reference) return
    requireExpectedVersion(seen, stored)
    await saveCadastralReference(transaction, { supplyPointId: supply_point_id, reference })
    const details = { ref_catastral: reference }
    await createChangeRequest(transaction, {
      ...{ customerId, contractId, kind: 'ref_catastral', details, state: 'done' },
      ...{ userId, requestId, now },
    })
    const kind = 'changes.cadastralReferenceChanged'
    const link = contractAddress({ energy: energy as Energy, name })
    const values = { contract: name, reference }
    await queueMessage(transaction, { kind, values, customerId, contractId, link }, now)
  })
}
