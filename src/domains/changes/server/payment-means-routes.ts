import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { updateContract } from '#domains/contract-records/server/contract-store.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { contractAddress } from '#vocabulary/contract-address.ts'
import { choosePaymentMeans } from '../api.ts'
import { obstacleTo, type UnsignedPaymentMeans } from '../rules.ts'
import { createChangeRequest } from './change-requests.ts'
import { type ContractToChange, findContractToChange, lockContractToChange } from './contract-to-change.ts'
import type { ChangeRouteDeps } from './routes.ts'

type PaymentMeansRouteDeps = Pick<ChangeRouteDeps, 'serve' | 'db' | 'settings' | 'clock'>

/**
 * Registers the call by which a contract is no longer paid by direct debit. It applies at once: whoever has given a mandate
 * may take it back without giving another signature.
 */
export function paymentMeansRoutes({ serve, db, settings, clock }: PaymentMeansRouteDeps) {
  serve(choosePaymentMeans, {
    find: ({ actor: { customerIds }, params }) => findContractToChange(db, { customerIds, name: params.contractName }),
    permit(contract, refuse) {
      if (!settings.now().ibanChange.enabled) throw refuse('change_not_offered')
      const obstacle = obstacleTo('iban', contract)
      if (obstacle) throw refuse(obstacle as 'contract_not_active' | 'iban_change_open')
    },
    async act({ actor: { userId }, subject, body: { payment_means: means }, request }) {
      await setPaymentMeans(db, subject, { means, userId, requestId: request.id, now: clock() })
      return { payment_means: means }
    },
  })
}

type PaymentMeansChange = { means: UnsignedPaymentMeans; userId: number; requestId: string; now: Date }

function setPaymentMeans(db: Kysely<DB>, contract: ContractToChange, change: PaymentMeansChange) {
  const { means, userId, requestId, now } = change
  const { customerId, contractId, energy, name } = contract
  return db.transaction().execute(async (transaction) => {
    const { paymentMeans } = await lockContractToChange(transaction, contract)
    if (paymentMeans === means) return
    await updateContract(transaction, contract, { payment_means: means, iban: null })
    const details = { payment_means: means }
    await createChangeRequest(transaction, {
      ...{ customerId, contractId, kind: 'payment_means', details, state: 'done' },
      ...{ userId, requestId, now },
    })
    const link = contractAddress({ energy, name })
    const values = { contract: name, means }
    await queueMessage(transaction, { kind: 'changes.paymentMeansChanged', values, customerId, contractId, link }, now)
  })
}
