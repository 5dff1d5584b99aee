import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { visibleInvoices, visibleMultipointInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { isUsableHash } from '#domains/session/server/password/passwords.ts'
import { contractKey } from '../rules.ts'
import type { PasswordResetRequest, SignUpRequest } from './account-request-store.ts'

/** The holder of a contract. */
export type ContractHolder = { customerId: number; taxId: string; email: string | null }

/** An account, and whether its owner can sign in yet: the retailer may have prepared it without a password. */
export type AccountSummary = { userId: number; login: string; email: string; canSignIn: boolean }

/** Returns the holder whose NIF, contract and, where required, invoice belong together. */
export async function findContractHolder(
  db: Database,
  { taxId, contract, invoiceNumber }: Pick<SignUpRequest, 'taxId' | 'contract' | 'invoiceNumber'>,
): Promise<ContractHolder | undefined> {
  const holders = db
    .selectFrom('customer')
    .innerJoin('contract', 'contract.customer_id', 'customer.customer_id')
    .where('tax_id', '=', taxId)
    .where(sql`lower(regexp_replace(contract.name, '^0+(?=.)', ''))`, '=', contractKey(contract))
    // Drafts do not count: any visitor can make one in a holder's name and knows its number.
    .where((row) => row.or([row('contract.state', 'in', ['activa', 'baixa']), row('signed_on', 'is not', null)]))
    .select(['customer.customer_id as customerId', 'tax_id as taxId', 'email'])
  if (invoiceNumber === null) return holders.executeTakeFirst()
  const number = invoiceNumber.replace(/\s/g, '').toLowerCase()
  return holders
    .where(
      sql<boolean>`(
        exists (
          select from ${visibleInvoices} invoice
          where invoice.customer_id = contract.customer_id and invoice.contract_id = contract.contract_id
            and lower(number) = ${number}
        )
        or exists (
          select from ${visibleMultipointInvoices} multipoint_invoice
          where multipoint_invoice.customer_id = contract.customer_id and lower(number) = ${number}
        )
      )`,
    )
    .executeTakeFirst()
}

/**
 * Returns the accounts that see a holder's contracts. An account that merely has their NIF as its login is not
 * included.
 */
export function findAccountsOfHolder(
  db: Database,
  { customerId }: Pick<ContractHolder, 'customerId'>,
): Promise<AccountSummary[]> {
  return readAccounts(
    selectAccounts(db).where('user_id', 'in', (rows) =>
      rows.selectFrom('user_customer').select('user_customer.user_id').where('customer_id', '=', customerId),
    ),
  )
}

export async function findAccountById(db: Database, userId: number): Promise<AccountSummary | undefined> {
  const [account] = await readAccounts(selectAccounts(db).where('user_id', '=', userId))
  return account
}

export function findAccountsByEmail(db: Database, email: string): Promise<AccountSummary[]> {
  return readAccounts(
    selectAccounts(db).where((row) => row(row.fn<string>('lower', ['email']), '=', email.toLowerCase())),
  )
}

/**
 * Returns the accounts with this e-mail address and this NIF, where the NIF is the login, that of a holder they see, or
 * one they claim.
 */
export function findAccountsToReset(db: Database, { taxId, email }: PasswordResetRequest): Promise<AccountSummary[]> {
  return readAccounts(
    selectAccounts(db)
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

/** Limits the notifications to one mailbox. Further accounts are ignored. */
const maxAccounts = 10

// An account from an identity provider that still awaits its link has no owner yet. Operators have their own way to a
// password.
function selectAccounts(db: Database) {
  return db
    .selectFrom('user_account')
    .where('awaits_link', '=', false)
    .where('role', '=', 'customer')
    .orderBy('user_id')
    .limit(maxAccounts)
    .select(['user_id', 'login', 'email', 'password_hash'])
    .select(
      sql<boolean>`
        exists (select from external_identity where external_identity.user_id = user_account.user_id)
        or exists (select from passkey where passkey.user_id = user_account.user_id)`.as('has_other_way'),
    )
}

async function readAccounts(query: ReturnType<typeof selectAccounts>): Promise<AccountSummary[]> {
  const rows = await query.execute()
  return rows.map(({ user_id: userId, login, email, password_hash, has_other_way }) => ({
    userId,
    login,
    email,
    canSignIn: isUsableHash(password_hash) || has_other_way,
  }))
}
