import type { Database } from '#db/database.ts'
import { storeCheckedInvoices } from '#domains/bill-checks/server/store-checked-invoices.ts'
import type { Files } from '#outside/files/files.ts'
import type { DemoCalendar } from '../calendar.ts'
import type { DemoHolder } from '../customers/demo-holder.ts'
import { readContractedSupplies } from '../invoices/contracted-supplies.ts'
import { createUnderbilling, isUnderbilled } from './underbilling.ts'

/** Imports the invoices that charge what earlier ones lacked, as those of a billing system. */
export async function loadUnderbillings(
  db: Database,
  {
    files,
    now,
    holders,
    calendar,
  }: { files: Files; now: Date; holders: readonly DemoHolder[]; calendar: DemoCalendar },
) {
  const contracted = []
  for (const holder of holders.filter(({ supplies }) => supplies.some(({ underbilledWh }) => underbilledWh)))
    contracted.push(...(await readContractedSupplies(db, holder)))
  const invoices = contracted
    .filter(isUnderbilled)
    .map((each) => createUnderbilling(each, calendar))
    .filter((invoice) => invoice !== null)
  const results = await storeCheckedInvoices(db, invoices, { files, clock: () => now })
  const refused = results.filter((result) => 'refusal' in result)
  if (refused.length > 0) throw new Error(`The demo's corrections are invalid: ${JSON.stringify(refused)}`)
}
