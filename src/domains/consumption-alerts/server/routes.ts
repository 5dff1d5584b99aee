import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { CustomerActor } from '#kit/actor.ts'
import { parseId } from '#kit/parse-id.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { contentVersionOf, requireExpectedVersion } from '#kit/server/content-version.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import type { Serve } from '#kit/server/serve.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import {
  type ContractAlerts,
  chooseConsumptionAlerts,
  listConsumptionAlerts,
  maxListedContracts,
  readLinkedAlert,
} from '../api.ts'
import type { AlertChoice } from '../rules.ts'
import { verifyAlertToken } from './alert-link.ts'
import { findChoices, findSentNotices, isTurnedOn, lockUser, saveChoice } from './alert-store.ts'
import { type AlertedContract, findActiveContracts, findContractsByIds } from './contract-store.ts'

type ConsumptionAlertRouteDeps = { serve: Serve; db: Kysely<DB>; sessionKeys: KeyRing; clock: () => Date }

/** Registers the calls of alerts on consumption. */
export function consumptionAlertRoutes({ serve, db, sessionKeys: keys, clock }: ConsumptionAlertRouteDeps) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listConsumptionAlerts, async ({ actor, query }) => {
    const contractId = parseId(query.contract)
    if (query.contract !== undefined && contractId === undefined) return { items: [], n_contracts: 0 }
    const filter = { customerIds: actor.customerIds, contractId, limit: maxListedContracts, today: today() }
    const { contracts, total } = await findActiveContracts(db, filter)
    return { items: await presentContracts(db, actor, contracts), n_contracts: total }
  })

  serve(chooseConsumptionAlerts, {
    async find({ actor: { customerIds }, params }) {
      const contractId = parseId(params.id)
      if (contractId === undefined) return undefined
      const [contract] = await findContractsByIds(db, { customerIds, contractIds: [contractId], today: today() })
      return contract
    },
    async act({ actor, subject: contract, body: { version, ...choice }, request }, refuse) {
      if (!contract.isActive) throw refuse('contract_ended')
      if (contract.energy === 'gas' && needsHours(choice)) throw refuse('gas_without_hours')
      return db.transaction().execute(async (transaction) => {
        await lockUser(transaction, actor.userId)
        const before = await presentContract(transaction, actor, contract)
        const { budget, standby, nothing_used, over_power } = before
        requireExpectedVersion(version, before)
        await saveChoice(transaction, { ...contract, userId: actor.userId }, choice, clock())
        await writeAudit(transaction, {
          ...{ action: 'consumption_alerts_chosen', actorUserId: actor.userId, customerId: contract.customerId },
          ...{ subject: `contract:${contract.contractId}`, requestId: request.id },
          ...{ before: { budget, standby, nothing_used, over_power }, after: choice },
        })
        return presentContract(transaction, actor, contract)
      })
    },
  })

  serve(readLinkedAlert, {
    async find({ params: { token } }) {
      const key = await verifyAlertToken(token, { keys, now: clock() })
      if (!key) return undefined
      const { customerId, contractId } = key
      const [contract] = await findContractsByIds(db, {
        ...{ customerIds: [customerId], contractIds: [contractId], today: today() },
      })
      return contract && { key, contract }
    },
    act: async ({ subject: { key, contract } }) => ({
      ...{ kind: key.kind, contract_id: key.contractId, contract: contract.name, is_on: await isTurnedOn(db, key) },
    }),
  })
}

function needsHours({ standby, nothing_used, over_power }: AlertChoice): boolean {
  return standby !== null || nothing_used !== null || over_power
}

async function presentContract(db: Database, actor: CustomerActor, contract: AlertedContract) {
  const [presented] = await presentContracts(db, actor, [contract])
  return presented!
}

type PresentedAlerts = ContractAlerts & { version: string }

async function presentContracts(
  db: Database,
  { userId }: CustomerActor,
  contracts: readonly AlertedContract[],
): Promise<PresentedAlerts[]> {
  if (contracts.length === 0) return []
  const contractIds = contracts.map(({ contractId }) => contractId)
  const choices = await findChoices(db, { userId, contractIds })
  const sent = await findSentNotices(db, { userId, contractIds })
  return contracts.map(({ contractId, name, address, energy, powerWatts }) => {
    const choice = choices.get(contractId)!
    return {
      ...{ contract_id: contractId, contract: name, address, energy, powers: powerWatts.map((watts) => watts / 1_000) },
      ...choice,
      notices: sent
        .filter((notice) => notice.contractId === contractId)
        .slice(0, maxShownNotices)
        .map(({ kind, period, toldAt }) => ({ kind, period, sent_on: marketDayOf(toldAt, 'Europe/Madrid') })),
      version: contentVersionOf(choice),
    }
  })
}

const maxShownNotices = 10
