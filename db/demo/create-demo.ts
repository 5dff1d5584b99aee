import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { importContracts } from '#domains/contracts/server/import-contracts.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { Files } from '#outside/files/files.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { createDemoCalendar } from './calendar.ts'
import { loadCorrectedDays } from './corrections/load-corrected-days.ts'
import { loadUnderbillings } from './corrections/load-underbillings.ts'
import { createGasReadings } from './curves/gas-readings.ts'
import { loadCurves } from './curves/load-curves.ts'
import { loadGasReadings, loadReadings } from './curves/load-readings.ts'
import { createMeterReadings } from './curves/meter-readings.ts'
import { buildContractsFile, createDemoCustomers } from './customers/demo-customers.ts'
import {
  type ExistingDemo,
  ensureDemoPasswords,
  findExistingDemo,
  holdsCustomers,
  holdsDemo,
  makeDemoOperators,
} from './demo-logins.ts'
import { loadDocuments } from './documents/load-documents.ts'
import { loadSignedXml } from './documents/load-signed-xml.ts'
import { emptyDatabase } from './empty-database.ts'
import { loadDebitReturns } from './invoices/load-debit-returns.ts'
import { loadInvoices } from './invoices/load-invoices.ts'
import { loadWallets } from './invoices/load-wallets.ts'
import { loadLeads } from './leads/load-leads.ts'
import { loadActivity } from './load-activity.ts'
import { loadChanges } from './load-changes.ts'
import { loadDraft } from './load-draft.ts'
import { loadFutures } from './load-futures.ts'
import { loadImports } from './load-imports.ts'
import { loadMessages } from './load-messages.ts'
import { loadNewsletters } from './load-newsletters.ts'
import { loadOffers } from './load-offers.ts'
import { loadRegister } from './load-register.ts'
import { loadSignatures } from './load-signatures.ts'
import { loadTowns } from './load-towns.ts'
import { loadWebhooks } from './load-webhooks.ts'
import { loadOperatorContent, loadSignUpHint } from './operator-content.ts'
import { loadCases } from './support/load-cases.ts'
import { loadSupportTypes } from './support/support-types.ts'

export type DemoStep = 'customers' | 'curves' | 'invoices' | 'documents'

/** Receives the current step and which part of it is done, from 0 to 1. */
export type OnDemoProgress = (step: DemoStep, done: number) => void

export type DemoOptions = {
  db: Kysely<DB>
  files: Files
  now: Date
  /** The password of all accounts. Without it each gets a random password of its own, which is stored. */
  password?: string | undefined
  onProgress?: OnDemoProgress
  /** The size of the demo: the number of supply points of the cooperative and of billed months. */
  cooperativaPoints?: number
  months?: number
}

/** The outcome: the demo was created, it exists already, or the database holds real customers. */
export type DemoOutcome = 'created' | ExistingDemo

/**
 * Creates the demo retailer in an empty database, either completely or, if interrupted, not at all. The demo of a given
 * day is always the same: only passwords are random.
 */
export function createDemo(options: DemoOptions): Promise<DemoOutcome> {
  return withDemoLock(options.db, async (transaction) => {
    const existing = await findExistingDemo(transaction)
    if (!existing) await fillDemo(transaction, options)
    return existing ?? 'created'
  })
}

/**
 * Recreates the demo retailer in place of the existing one and keeps its passwords. Never changes a database with other
 * data.
 */
export function resetDemo(options: DemoOptions): Promise<DemoOutcome> {
  return withDemoLock(options.db, async (transaction) => {
    if (!(await holdsDemo(transaction)) && (await holdsCustomers(transaction))) return 'not_empty'
    await emptyDatabase(transaction)
    await fillDemo(transaction, options)
    return 'created'
  })
}

/** Runs one at a time, however many servers start at once. Later ones wait and find the result of the first. */
function withDemoLock<T>(db: Kysely<DB>, work: (transaction: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`set local lock_timeout = 0`.execute(transaction)
    await sql`select pg_advisory_xact_lock(hashtext('demo retailer'))`.execute(transaction)
    return work(transaction)
  })
}

async function fillDemo(
  db: Database,
  { files, now, password, onProgress = () => {}, cooperativaPoints = 1_200, months = 24 }: DemoOptions,
) {
  const calendar = createDemoCalendar(marketDayOf(now, 'Europe/Madrid'), months)
  const holders = createDemoCustomers(calendar, cooperativaPoints)
  const supplies = holders.flatMap((holder) => holder.supplies)

  onProgress('customers', 0)
  await importDemoContracts(db, buildContractsFile(holders, await ensureDemoPasswords(db, password)))
  await makeDemoOperators(db, { password, now })
  await loadTowns(db)
  await loadOperatorContent(db, now)
  await loadSupportTypes(db)
  await loadOffers(db, { today: marketDayOf(now, 'Europe/Madrid'), now })
  await loadRegister(db, { today: marketDayOf(now, 'Europe/Madrid') })
  await loadNewsletters(db, now)
  await loadFutures(db, now)
  onProgress('customers', 1)

  await loadCurves(db, { supplies, calendar, onShare: (done) => onProgress('curves', done) })
  await loadReadings(db, createMeterReadings(supplies, calendar))
  await loadGasReadings(db, createGasReadings(supplies, calendar))
  onProgress('curves', 1)

  const walletsByHolder = await loadInvoices(db, { holders, calendar, onShare: (done) => onProgress('invoices', done) })
  await loadSignUpHint(db)
  await loadWallets(db, walletsByHolder)
  await loadDebitReturns(db, now)
  await loadCorrectedDays(db, { supplies, calendar })
  await loadUnderbillings(db, { files, now, holders, calendar })
  await loadMessages(db)
  onProgress('invoices', 1)

  onProgress('documents', 0)
  await loadDocuments(db, { files, holders, retailer: defaultSettings })
  await loadCases(db, { files, now, retailer: defaultSettings })
  await loadChanges(db, { now })
  await loadSignatures(db, { files, now, retailer: defaultSettings })
  await loadDraft(db, { files, now, retailer: defaultSettings })
  await loadSignedXml(db, {
    files,
    now,
    retailer: defaultSettings.organization,
    buyer: holders.find(({ login }) => login === 'taller')!,
  })
  await loadLeads(db, { now })
  await loadImports(db, { files, now })
  await loadWebhooks(db, { now })
  await loadActivity(db, calendar)
  // The embedded database never collects table statistics by itself and would plan queries badly.
  await sql`analyze`.execute(db)
  onProgress('documents', 1)
}

/** The demo's own file is complete: a rejected item is a mistake in it. */
async function importDemoContracts(db: Database, file: unknown) {
  const { refusals } = await importContracts(db, file)
  if (refusals.length > 0) throw new Error(`The demo cast is invalid: ${JSON.stringify(refusals.slice(0, 3))}`)
}
