import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findAccounts } from '#domains/changes/server/contract-terms-store.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { addMonths, type MarketDay } from '#vocabulary/day.ts'
import { maskIban } from '#vocabulary/iban-display.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import type { KnownHolder } from '../api.ts'
import {
  companyPaperValidMonths,
  type DocumentOnFile,
  type HolderOnFile,
  splitFullName,
} from '../known-holder-rules.ts'
import type { Findings } from './check-applicant.ts'
import { loadIdentityTerm } from './identification-duty.ts'
import type { StoredSteps } from './lead-steps.ts'

type KnownHoldersQuery = { userId: number; customerIds: readonly number[]; today: MarketDay }

/**
 * Returns the holders of the signed-in user, with what the form of a new contract need not request again; accounts are
 * masked.
 */
export async function readKnownHolders(db: Database, query: KnownHoldersQuery): Promise<KnownHolder[]> {
  const [customers, leads, user, lastDayOf] = await Promise.all([
    findCustomers(db, query.customerIds),
    findContractedLeads(db, query.customerIds),
    findUser(db, query.userId),
    loadIdentityTerm(db),
  ])
  return Promise.all(
    customers.map(async (customer): Promise<KnownHolder> => {
      const own = leads.filter(({ customer_id }) => customer_id === customer.customer_id)
      const accounts = await findAccounts(db, { customerIds: [customer.customer_id] })
      return {
        id: customer.customer_id,
        is_company: customer.is_company,
        tax_id: customer.shown_tax_id,
        full_name: customer.name,
        ...holderNameOf(customer, own),
        representative: customer.is_company ? representativeOf(customer, own, user) : null,
        mobile: customer.phone,
        email: customer.email ?? (user.email || null),
        language: user.locale as Locale,
        accounts: accounts.map(({ id, iban }) => ({ id, printable_iban: maskIban(iban) })),
        papers: documentsOf(customer, own, { today: query.today, lastDayOf }),
      }
    }),
  )
}

/** Returns the same as far as it affects what the form requires; empty for a visitor. */
export async function readHoldersOnFile(
  db: Database,
  { customerIds, today }: Omit<KnownHoldersQuery, 'userId'>,
): Promise<HolderOnFile[]> {
  if (customerIds.length === 0) return []
  const [customers, leads, lastDayOf] = await Promise.all([
    findCustomers(db, customerIds),
    findContractedLeads(db, customerIds),
    loadIdentityTerm(db),
  ])
  return customers.map((customer) => ({
    tax_id: customer.shown_tax_id,
    full_name: customer.name,
    papers: documentsOf(
      customer,
      leads.filter(({ customer_id }) => customer_id === customer.customer_id),
      { today, lastDayOf },
    ),
  }))
}

type AccountQuery = { accountId: number; taxId: string; customerIds: readonly number[] }

/**
 * Returns the number of an account on file of the typed holder, if the user manages that holder; undefined otherwise.
 */
export async function findHolderAccount(db: Database, { accountId, taxId, customerIds }: AccountQuery) {
  const row = await db
    .selectFrom('bank_account')
    .innerJoin('customer', 'customer.customer_id', 'bank_account.customer_id')
    .where('bank_account_id', '=', accountId)
    .where(isOneOf('bank_account.customer_id', customerIds))
    .where((where) => where.or([where('tax_id', '=', taxId), where('claimed_tax_id', '=', taxId)]))
    .select('iban')
    .executeTakeFirst()
  return row?.iban
}

/** Returns the holders that a user manages. */
export async function customersOfUser(db: Database, userId: number | null): Promise<number[]> {
  if (userId === null) return []
  const rows = await db.selectFrom('user_customer').where('user_id', '=', userId).select('customer_id').execute()
  return rows.map(({ customer_id }) => customer_id)
}

type CustomerRow = Awaited<ReturnType<typeof findCustomers>>[number]
type LeadRow = Awaited<ReturnType<typeof findContractedLeads>>[number]

async function findCustomers(db: Database, customerIds: readonly number[]) {
  const rows = await db
    .selectFrom('customer')
    .where(isOneOf('customer_id', customerIds))
    .where('erased_at', 'is', null)
    .orderBy('name')
    .orderBy('customer_id')
    .select(['customer_id', 'name', 'tax_id', 'claimed_tax_id', 'is_company', 'phone', 'email'])
    .execute()
  return rows.map((row) => ({ ...row, shown_tax_id: row.claimed_tax_id ?? row.tax_id }))
}

/** Returns the leads that led to contracts of these holders, newest first, with the documents sent with each. */
async function findContractedLeads(db: Database, customerIds: readonly number[]) {
  const rows = await db
    .selectFrom('lead')
    .where(isOneOf('customer_id', customerIds))
    .where('contract_id', 'is not', null)
    .where(sql<boolean>`steps ? '2'`)
    .orderBy('lead_id', 'desc')
    .select(['lead_id', 'customer_id', 'state', 'steps', 'findings', 'created_at'])
    .select(
      sql<string[]>`array(select distinct purpose from lead_file where lead_file.lead_id = lead.lead_id)`.as(
        'purposes',
      ),
    )
    .execute()
  return rows.map(({ steps, findings, ...row }) => ({
    ...row,
    person: (steps as Required<Pick<StoredSteps, 2>>)[2],
    findings: findings as Findings,
  }))
}

function findUser(db: Database, userId: number) {
  return db
    .selectFrom('user_account')
    .where('user_id', '=', userId)
    .select(['login', 'name', 'email', 'locale'])
    .executeTakeFirstOrThrow()
}

/** Returns the name parts as the holder typed them for another contract, or else as split from the full name. */
function holderNameOf({ is_company, name }: CustomerRow, leads: readonly LeadRow[]) {
  if (is_company) return { name, surname1: '', surname2: '' }
  for (const { person } of leads) {
    if (person.owner.type !== 'F') continue
    const { first_name, surname1, surname2 } = person.owner
    const written = { name: first_name, surname1, surname2: surname2 ?? '' }
    if (Object.values(written).filter(Boolean).join(' ') === name) return written
  }
  return splitFullName(name)
}

/** Returns the company's previous representative, or else the signed-in user where their tax id is known. */
function representativeOf(
  { shown_tax_id }: CustomerRow,
  leads: readonly LeadRow[],
  user: { login: string; name: string },
): KnownHolder['representative'] {
  for (const { person } of leads) {
    if (person.owner.type !== 'J') continue
    const { rep_vat, rep_name, rep_surname1, rep_surname2 } = person.owner
    return { tax_id: rep_vat, name: rep_name, surname1: rep_surname1, surname2: rep_surname2 ?? '' }
  }
  const own = parseTaxId(user.login)
  return own && own.taxId !== shown_tax_id ? { tax_id: own.taxId, ...splitFullName(user.name) } : null
}

/**
 * Returns the documents on file that are still valid: identity documents that were found to match their holder, and
 * those of a company whose contract was signed. A tax id that is only claimed has none.
 */
function documentsOf(
  customer: CustomerRow,
  leads: readonly LeadRow[],
  { today, lastDayOf }: { today: MarketDay; lastDayOf: (at: Date) => MarketDay | null },
): DocumentOnFile[] {
  if (customer.claimed_tax_id !== null) return []
  return leads.flatMap(({ person: { owner }, findings, purposes, state, created_at }): DocumentOnFile[] => {
    const sentOn = marketDayOf(created_at, 'Europe/Madrid')
    const isRecent = today <= (lastDayOf(created_at) ?? sentOn)
    const isIdentityVerified = isRecent && purposes.includes('identity_front') && findings.isSamePerson === true
    const isCompanyPaperValid = addMonths(sentOn, companyPaperValidMonths) >= today
    const isOfCompany = isCompanyPaperValid && owner.type === 'J' && purposes.includes('company') && state === 'signed'
    return [
      ...(isIdentityVerified
        ? [{ kind: 'identity' as const, tax_id: owner.type === 'F' ? owner.fisic_vat : owner.rep_vat }]
        : []),
      ...(isOfCompany ? [{ kind: 'company' as const, tax_id: owner.juridic_vat }] : []),
    ]
  })
}
