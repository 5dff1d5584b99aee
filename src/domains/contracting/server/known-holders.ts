import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findAccounts } from '#domains/changes/server/store.ts'
import type { Locale } from '#kit/locale.ts'
import { addMonths, type MarketDay } from '#vocabulary/day.ts'
import { maskedIban } from '#vocabulary/iban.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import type { KnownHolder } from '../api.ts'
import { type HolderOnFile, namePartsOf, type PaperOnFile, paperValidMonths } from '../known-holder-rules.ts'
import type { Findings } from './check-applicant.ts'
import type { KeptSteps } from './lead-steps.ts'

type OwnQuery = { userId: number; customerIds: readonly number[]; today: MarketDay }

/** The holders of whoever is signed in, with what the form of a new contract need not ask again; accounts only as they are recognised. */
export async function readKnownHolders(db: Database, query: OwnQuery): Promise<KnownHolder[]> {
  const [customers, leads, user] = await Promise.all([
    findCustomers(db, query.customerIds),
    findContractedLeads(db, query.customerIds),
    findUser(db, query.userId),
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
        ...nameOf(customer, own),
        representative: customer.is_company ? representativeOf(customer, own, user) : null,
        mobile: customer.phone,
        email: customer.email ?? (user.email || null),
        language: user.locale as Locale,
        accounts: accounts.map(({ id, iban }) => ({ id, printable_iban: maskedIban(iban) })),
        papers: papersOf(customer, own, query.today),
      }
    }),
  )
}

/** The same as far as it decides what is asked for: of nobody for a visitor. */
export async function readHoldersOnFile(
  db: Database,
  { customerIds, today }: Omit<OwnQuery, 'userId'>,
): Promise<HolderOnFile[]> {
  if (customerIds.length === 0) return []
  const [customers, leads] = await Promise.all([findCustomers(db, customerIds), findContractedLeads(db, customerIds)])
  return customers.map((customer) => ({
    tax_id: customer.shown_tax_id,
    full_name: customer.name,
    papers: papersOf(
      customer,
      leads.filter(({ customer_id }) => customer_id === customer.customer_id),
      today,
    ),
  }))
}

type AccountQuery = { accountId: number; taxId: string; customerIds: readonly number[] }

/** The number of an account on file of the holder that is typed, where whoever asks looks after them; undefined otherwise. */
export async function findHolderAccount(db: Database, { accountId, taxId, customerIds }: AccountQuery) {
  const row = await db
    .selectFrom('bank_account')
    .innerJoin('customer', 'customer.customer_id', 'bank_account.customer_id')
    .where('bank_account_id', '=', accountId)
    .where('bank_account.customer_id', '=', sql<number>`any(${[...customerIds]}::integer[])`)
    .where((where) => where.or([where('tax_id', '=', taxId), where('claimed_tax_id', '=', taxId)]))
    .select('iban')
    .executeTakeFirst()
  return row?.iban
}

/** The holders that a user looks after. */
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
    .where('customer_id', '=', sql<number>`any(${[...customerIds]}::integer[])`)
    .where('erased_at', 'is', null)
    .orderBy('name')
    .orderBy('customer_id')
    .select(['customer_id', 'name', 'tax_id', 'claimed_tax_id', 'is_company', 'phone', 'email'])
    .execute()
  return rows.map((row) => ({ ...row, shown_tax_id: row.claimed_tax_id ?? row.tax_id }))
}

/** The leads of which contracts of these holders were made, the newest first, with the documents that came with each. */
async function findContractedLeads(db: Database, customerIds: readonly number[]) {
  const rows = await db
    .selectFrom('lead')
    .where('customer_id', '=', sql<number>`any(${[...customerIds]}::integer[])`)
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
    person: (steps as Required<Pick<KeptSteps, 2>>)[2],
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

/** As the holder wrote it for another contract, else as its words tell. */
function nameOf({ is_company, name }: CustomerRow, leads: readonly LeadRow[]) {
  if (is_company) return { name, surname1: '', surname2: '' }
  for (const { person } of leads) {
    if (person.owner.type !== 'F') continue
    const { first_name, surname1, surname2 } = person.owner
    const written = { name: first_name, surname1, surname2: surname2 ?? '' }
    if (Object.values(written).filter(Boolean).join(' ') === name) return written
  }
  return namePartsOf(name)
}

/** Whoever represented the company before, else whoever is signed in, where their tax id is known. */
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
  return own && own.taxId !== shown_tax_id ? { tax_id: own.taxId, ...namePartsOf(user.name) } : null
}

/**
 * What is on file and still valid: identity documents that were found to be of their holder, and those of a company whose
 * contract was signed. Of a tax id that is only claimed nothing is.
 */
function papersOf(customer: CustomerRow, leads: readonly LeadRow[], today: MarketDay): PaperOnFile[] {
  if (customer.claimed_tax_id !== null) return []
  return leads.flatMap(({ person: { owner }, findings, purposes, state, created_at }): PaperOnFile[] => {
    if (addMonths(marketDayOf(created_at, 'Europe/Madrid'), paperValidMonths) < today) return []
    const isShown = purposes.includes('identity_front') && findings.isSamePerson === true
    const isOfCompany = owner.type === 'J' && purposes.includes('company') && state === 'signed'
    return [
      ...(isShown ? [{ kind: 'identity' as const, tax_id: owner.type === 'F' ? owner.fisic_vat : owner.rep_vat }] : []),
      ...(isOfCompany ? [{ kind: 'company' as const, tax_id: owner.juridic_vat }] : []),
    ]
  })
}
