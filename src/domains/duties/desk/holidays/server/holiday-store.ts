import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { searchCondition } from '#kit/backoffice/server/search-condition.ts'
import { communities } from '#vocabulary/communities.ts'
import type { ListedHoliday } from '../api.ts'
import { type Holiday, placeNameOf } from '../rules.ts'

/** Returns a page of the holidays of a year, by day. */
export async function findHolidays(
  db: Database,
  { q, year, ...range }: PageRange & { q: string; year: number },
): Promise<ResultPage<ListedHoliday>> {
  // The names of communities are not in the table.
  const named = communities.filter(({ name }) => q !== '' && name.toLowerCase().includes(q.toLowerCase()))
  const selection = {
    columns: sql`place, day, name`,
    from: sql`holiday`,
    where: [
      sql`extract(year from day) = ${year}`,
      sql`(${searchCondition(sql`concat_ws(' ', place, name)`, q)} or place = any(${named.map(({ code }) => code)}::text[]))`,
    ],
    orderBy: sql`day, place`,
  }
  const { items, total } = await findPage<Holiday>(db, selection, range)
  return { items: items.map((holiday) => ({ ...holiday, place_name: placeNameOf(holiday.place) })), total }
}

/** Returns all holidays of a year. */
export function findHolidaysOfYear(db: Database, year: number): Promise<Holiday[]> {
  return db
    .selectFrom('holiday')
    .where('day', '>=', `${year}-01-01`)
    .where('day', '<=', `${year}-12-31`)
    .select(['place', 'day', 'name'])
    .execute()
}

const batchSize = 1000

/** Adds holidays, except those that are there already. Returns how many it added. */
export async function insertHolidays(db: Database, holidays: readonly Holiday[]): Promise<number> {
  let added = 0
  for (let start = 0; start < holidays.length; start += batchSize) {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('holiday')
      .values(holidays.slice(start, start + batchSize))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    added += Number(numInsertedOrUpdatedRows)
  }
  return added
}

/** Returns a holiday by the place and the day from a URL. */
export function findHoliday(db: Database, { place, day }: { place: string; day: string }) {
  return db
    .selectFrom('holiday')
    .where('place', '=', place)
    .where(sql`day::text`, '=', day)
    .selectAll()
    .executeTakeFirst()
}

/** Deletes a holiday. */
export async function deleteHoliday(db: Database, { place, day }: Holiday): Promise<void> {
  await db.deleteFrom('holiday').where('place', '=', place).where('day', '=', day).execute()
}
