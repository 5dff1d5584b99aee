import type { Database } from '#db/database.ts'
import { findFirstUser } from '#domains/customers/server/first-user.ts'
import type { Locale } from '#vocabulary/locale.ts'

/** Whom a paper is about and where it is sent. */
export type PaperRecipient = {
  contractId: number
  contract: string
  holder: string
  cups: string
  supplyAddress: string
  postalAddress: { name: string; fullAddress: string }
  /** The address of mails about the contract, for whom no user manages its holder. */
  email: string | null
  hasUsers: boolean
  /** The language of its first user. */
  locale: Locale | null
}

/** Returns the recipient of the papers of a debt. */
export async function findPaperRecipient(
  db: Database,
  { customerId, debtId }: { customerId: number; debtId: number },
): Promise<PaperRecipient> {
  const row = await db
    .selectFrom('debt')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'debt.customer_id')
        .onRef('contract.contract_id', '=', 'debt.contract_id'),
    )
    .innerJoin('customer', 'customer.customer_id', 'debt.customer_id')
    .innerJoin('address', (join) =>
      join
        .onRef('address.address_id', '=', 'contract.notification_address_id')
        .onRef('address.customer_id', '=', 'contract.customer_id'),
    )
    .where('debt.customer_id', '=', customerId)
    .where('debt_id', '=', debtId)
    .select(['debt.contract_id as contractId', 'contract.name as contract', 'customer.name as holder'])
    .select(['cups', 'supply_street', 'supply_city', 'address.name', 'full_address', 'address.email'])
    .executeTakeFirstOrThrow()
  const user = await findFirstUser(db, customerId)
  const { contractId, contract, holder, cups, supply_street, supply_city, name, full_address, email } = row
  return {
    ...{ contractId, contract, holder, cups, email, supplyAddress: `${supply_street} - ${supply_city}` },
    postalAddress: { name, fullAddress: full_address },
    ...{ hasUsers: user !== undefined, locale: user?.locale ?? null },
  }
}
