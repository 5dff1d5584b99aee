import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { findContractOf } from '../debt-store.ts'
import type { Declaration } from './declaration-store.ts'

type DeclarationMail = {
  kind: `declaration${'Received' | 'Incomplete' | 'Accepted' | 'Refused' | 'Lapsed' | 'Ends' | 'Ended'}`
  now: Date
  values?: Record<string, string | number>
}

/**
 * Tells the customer what became of a declaration. The mail says neither what was declared nor why it was refused, which
 * may tell of somebody's health: its customer reads that on the page.
 */
export async function queueDeclarationMail(
  db: Database,
  { customer_id: customerId, contract_id: contractId }: Pick<Declaration, 'customer_id' | 'contract_id'>,
  { kind, now, values = {} }: DeclarationMail,
): Promise<void> {
  const { name } = await findContractOf(db, { customerId, contractId })
  await queueMessage(
    db,
    {
      kind: `collections.${kind}`,
      values: { contract: name, ...values },
      ...{ customerId, contractId, link: '/debt' },
    },
    now,
  )
}
