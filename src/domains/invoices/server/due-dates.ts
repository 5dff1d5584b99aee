import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import { icalendar } from '#kit/server/icalendar.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { formatMoney } from '#vocabulary/format.ts'
import type { Cents } from '#vocabulary/money.ts'

export type DueDateWords = (
  key: 'file' | 'name' | 'title' | 'words' | 'multipoint',
  values?: Record<string, string>,
) => string

/** Something to be paid, and by when. The contract is null where an invoice gathers several. */
export type Owed = { id: number; number: string; contract: string | null; dueOn: MarketDay; pendingCents: Cents }

/** What holders owe, by the day it falls due; what an invoice gathers is paid with that one. */
export async function findOwed(db: Database, customerIds: number[]): Promise<Owed[]> {
  const { rows } = await sql<Owed>`
    select invoice_id as id, number, contract.name as contract, due_on as "dueOn",
      amount_pending_cents as "pendingCents"
    from invoice join contract using (customer_id, contract_id)
    where customer_id = any(${customerIds}) and multipoint_invoice_id is null and ${isOwed}
    union all
    select multipoint_invoice_id, number, null, due_on, amount_pending_cents
    from multipoint_invoice
    where customer_id = any(${customerIds}) and ${isOwed}
    order by "dueOn", number`.execute(db)
  return rows
}

const isOwed = sql`amount_pending_cents > 0 and paid_status in ('unpaid', 'pending_remesa', 'pending_transfer')`

/** The days on which something falls due, as an .ics file. */
export function dueDatesCalendar(
  owed: readonly Owed[],
  { say, locale, now }: { say: DueDateWords; locale: Locale; now: Date },
): string {
  return icalendar({
    name: say('name'),
    now,
    days: owed.map(({ id, number, contract, dueOn, pendingCents }) => {
      const amount = formatMoney(pendingCents, locale)
      return {
        uid: `${contract === null ? 'multipoint-invoice' : 'invoice'}-${id}@llum`,
        day: dueOn,
        title: say('title', { number, amount }),
        words: contract === null ? say('multipoint', { amount }) : say('words', { contract, amount }),
      }
    }),
  })
}
