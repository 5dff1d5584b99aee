import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { isUsable } from '#domains/session/server/passwords.ts'
import { contractKey } from '../rules.ts'
import type { WantedAccount, WantedReset } from './request-store.ts'

/** The holder of a contract. */
export type Holder = { customerId: number; taxId: string; email: string | null }

/** An account, and whether its owner can get into it yet: the retailer may have prepared it without a password. */
export type FoundAccount = { userId: number; login: string; email: string; hasWayIn: boolean }

/** The holder whose NIF, contract and, where it is asked for, invoice belong together. */
export async function findHolder(
  db: Database,
  { taxId, contract, invoiceNumber }: Pick<WantedAccount, 'taxId' | 'contract' | 'invoiceNumber'>,
): Promise<Holder | undefined> {
  const holders = db
    .selectFrom('customer')
    .innerJoin('contract', 'contract.customer_id', 'customer.customer_id')
    .where('tax_id', '=', taxId)
    .where(sql`lower(regexp_replace(contract.name, '^0+(?=.)', ''))`, '=', contractKey(contract))
    // Anybody can make a draft in a holder's name, and knows its number.
    .where((row) => row.or([row('contract.state', 'in', ['activa', 'baixa']), row('signed_on', 'is not', null)]))
    .select(['customer.customer_id as customerId', 'tax_id as taxId', 'email'])
  if (invoiceNumber === null) return holders.executeTakeFirst()
  const number = invoiceNumber.replace(/\s/g, '').toLowerCase()
  return holders
    .where(
      sql<boolean>`(
        exists (
          select from invoice
          where invoice.customer_id = customer.customer_id and invoice.contract_id = contract.contract_id
            and lower(number) = ${number}
        )
        or exists (
          select from multipoint_invoice
          where multipoint_invoice.customer_id = customer.customer_id and lower(number) = ${number}
        )
      )`,
    )
    .executeTakeFirst()
}

/** The accounts by which a holder's contracts are seen. One that only has their NIF for its log-in is not theirs. */
export function accountsOfHolder(db: Database, { customerId }: Pick<Holder, 'customerId'>): Promise<FoundAccount[]> {
  return found(
    accounts(db).where('user_id', 'in', (rows) =>
      rows.selectFrom('user_customer').select('user_customer.user_id').where('customer_id', '=', customerId),
    ),
  )
}

/** An account by its number. */
export async function findAccountOf(db: Database, userId: number): Promise<FoundAccount | undefined> {
  const [account] = await found(accounts(db).where('user_id', '=', userId))
  return account
}

/** The accounts with an e-mail address. */
export function accountsWithEmail(db: Database, email: string): Promise<FoundAccount[]> {
  return found(accounts(db).where((row) => row(row.fn<string>('lower', ['email']), '=', email.toLowerCase())))
}

/** The accounts that have this e-mail address and this NIF, be it the log-in, that of a holder whom they see, or one they claim. */
export function accountsToReset(db: Database, { taxId, email }: WantedReset): Promise<FoundAccount[]> {
  return found(
    accounts(db)
      .where((row) => row(row.fn<string>('lower', ['email']), '=', email.toLowerCase()))
      .where((row) =>
        row.or([
          row('login', '=', taxId.toLowerCase()),
          row('user_id', 'in', (rows) =>
            rows
              .selectFrom('user_customer')
              .innerJoin('customer', 'customer.customer_id', 'user_customer.customer_id')
              .select('user_customer.user_id')
              .where((holder) => holder.or([holder('tax_id', '=', taxId), holder('claimed_tax_id', '=', taxId)])),
          ),
          row('user_id', 'in', (rows) =>
            rows.selectFrom('customer').select('claimed_by_user_id').where('claimed_tax_id', '=', taxId).$narrowType<{
              claimed_by_user_id: number
            }>(),
          ),
        ]),
      ),
  )
}

/** More accounts than one mailbox looks after are told of nothing. */
const mostAccounts = 10

// Who came from an identity provider and is yet to say who they are here has an account of nobody's, and operators have a
// way of their own to a password.
function accounts(db: Database) {
  return db
    .selectFrom('user_account')
    .where('awaits_link', '=', false)
    .where('role', '=', 'customer')
    .orderBy('user_id')
    .limit(mostAccounts)
    .select(['user_id', 'login', 'email', 'password_hash'])
    .select(
      sql<boolean>`
        exists (select from external_identity where external_identity.user_id = user_account.user_id)
        or exists (select from passkey where passkey.user_id = user_account.user_id)`.as('has_other_way'),
    )
}

async function found(query: ReturnType<typeof accounts>): Promise<FoundAccount[]> {
  const rows = await query.execute()
  return rows.map(({ user_id: userId, login, email, password_hash, has_other_way }) => ({
    userId,
    login,
    email,
    hasWayIn: isUsable(password_hash) || has_other_way,
  }))
}
