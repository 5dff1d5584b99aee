import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { importContracts } from '#domains/contracts/server/import-contracts.ts'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import type { Files } from '#outside/files/files.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { demoCalendar } from './calendar.ts'
import { castFile, demoCast } from './cast/cast.ts'
import { gasReadings } from './curves/gas-readings.ts'
import { loadCurves } from './curves/load-curves.ts'
import { loadGasReadings, loadReadings } from './curves/load-readings.ts'
import { meterReadings } from './curves/meter-readings.ts'
import { demoPasswords, holdsDemo, makeDemoOperators } from './demo-logins.ts'
import { emptyDatabase } from './empty-database.ts'
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
import { loadPapers } from './papers/load-papers.ts'
import { loadSignedXml } from './papers/load-signed-xml.ts'
import { loadCases } from './support/load-cases.ts'
import { loadSupportOffers } from './support/offers.ts'

export type DemoStep = 'customers' | 'curves' | 'invoices' | 'papers'

/** Hears what is being made, and how much of it is done, from 0 to 1. */
export type Progress = (step: DemoStep, done: number) => void

export type DemoOptions = {
  db: Kysely<DB>
  files: Files
  now: Date
  /** The password of all log-ins; otherwise each has its own, made at random and kept. */
  password?: string | undefined
  onProgress?: Progress
  /** How large it is: supply points of the cooperative, and months that have been billed. */
  cooperativaPoints?: number
  months?: number
}

/** What was found or done: a demo was made, it was there already, or the database is somebody's own. */
export type DemoOutcome = 'created' | 'there' | 'not_empty'

/**
 * Makes the demonstration retailer in an empty database, whole or, when it is interrupted, not at all. It is always the
 * same one for the same day: only passwords are left to chance.
 */
export function createDemo(options: DemoOptions): Promise<DemoOutcome> {
  return alone(options.db, async (transaction) => {
    if (await holdsDemo(transaction)) return 'there'
    if (await holdsCustomers(transaction)) return 'not_empty'
    await makeDemo(transaction, options)
    return 'created'
  })
}

/** Makes the demonstration retailer anew in the place of the one that stands, with its passwords. Never touches anything else. */
export function resetDemo(options: DemoOptions): Promise<DemoOutcome> {
  return alone(options.db, async (transaction) => {
    if (!(await holdsDemo(transaction)) && (await holdsCustomers(transaction))) return 'not_empty'
    await emptyDatabase(transaction)
    await makeDemo(transaction, options)
    return 'created'
  })
}

/** One at a time, however many servers start at once; who comes later waits, and finds what the first has made. */
function alone<T>(db: Kysely<DB>, act: (transaction: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`set local lock_timeout = 0`.execute(transaction)
    await sql`select pg_advisory_xact_lock(hashtext('demo retailer'))`.execute(transaction)
    return act(transaction)
  })
}

async function holdsCustomers(db: Database): Promise<boolean> {
  return (await db.selectFrom('customer').select('customer_id').limit(1).executeTakeFirst()) !== undefined
}

async function makeDemo(
  db: Database,
  { files, now, password, onProgress = () => {}, cooperativaPoints = 1_200, months = 24 }: DemoOptions,
) {
  const calendar = demoCalendar(marketDayOf(now, 'Europe/Madrid'), months)
  const holders = demoCast(calendar, cooperativaPoints)
  const supplies = holders.flatMap((holder) => holder.supplies)

  onProgress('customers', 0)
  await importWhole(db, castFile(holders, await demoPasswords(db, password)))
  await makeDemoOperators(db, { password, now })
  await loadTowns(db)
  await loadOperatorContent(db, now)
  await loadSupportOffers(db)
  await loadOffers(db, { today: marketDayOf(now, 'Europe/Madrid'), now })
  await loadRegister(db, { today: marketDayOf(now, 'Europe/Madrid') })
  await loadNewsletters(db, now)
  await loadFutures(db, now)
  onProgress('customers', 1)

  await loadCurves(db, { supplies, calendar, onShare: (done) => onProgress('curves', done) })
  await loadReadings(db, meterReadings(supplies, calendar))
  await loadGasReadings(db, gasReadings(supplies, calendar))
  onProgress('curves', 1)

  const walletsOf = await loadInvoices(db, { holders, calendar, onShare: (done) => onProgress('invoices', done) })
  await loadSignUpHint(db)
  await loadWallets(db, walletsOf)
  await loadMessages(db)
  onProgress('invoices', 1)

  onProgress('papers', 0)
  await loadPapers(db, { files, holders, retailer: defaultSettings })
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
  // The embedded database never counts by itself what its tables hold, and would plan badly.
  await sql`analyze`.execute(db)
  onProgress('papers', 1)
}

/** The demo's own file is whole: something refused is a mistake in it. */
async function importWhole(db: Database, file: unknown) {
  const { refusals } = await importContracts(db, file)
  if (refusals.length > 0) throw new Error(`The cast is not sound: ${JSON.stringify(refusals.slice(0, 3))}`)
}
