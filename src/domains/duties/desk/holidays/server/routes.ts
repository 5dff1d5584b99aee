import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import { parseCsvLine } from '#kit/server/parse-csv-line.ts'
import type { Serve } from '#kit/server/serve.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { addHoliday, copyHolidays, importHolidays, listHolidays, removeHoliday } from '../api.ts'
import { copyToYear, findHolidayProblem, maxImportedHolidays, parseHolidays } from '../rules.ts'
import { deleteHoliday, findHoliday, findHolidays, findHolidaysOfYear, insertHolidays } from './holiday-store.ts'

type HolidayDeskDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

const fieldOfProblem = { place_unknown: 'place', not_day: 'day', national_already: 'day', name_needed: 'name' } as const

/** Registers the back-office routes for the holidays of places, by which working days are counted. */
export function holidayDeskRoutes({ serve, db, clock }: HolidayDeskDeps) {
  const currentYear = () => Number(marketDayOf(clock(), 'Europe/Madrid').slice(0, 4))

  serve(listHolidays, ({ query: { year = currentYear(), ...query } }) => findHolidays(db, { ...query, year }))

  // Must precede the calls for one holiday, whose path would also match.
  serve(copyHolidays, async ({ actor, body: { year }, request }, refuse) => {
    const copied = copyToYear(await findHolidaysOfYear(db, year - 1), year)
    if (!copied.length) throw refuse('nothing_to_copy')
    return db.transaction().execute(async (db) => {
      const added = await insertHolidays(db, copied)
      await auditChange({ db, actor, request, action: 'holidays_copied', after: { year, added } })
      return { added }
    })
  })

  serve(importHolidays, async ({ actor, body: { text }, request }, refuse) => {
    const delimiter = [';', '\t', ','].find((mark) => text.includes(mark)) ?? ';'
    const lines = parseHolidays(text, (line) => parseCsvLine(line, delimiter))
    if (lines.length > maxImportedHolidays) throw refuse('too_many_lines')
    const holidays = lines.flatMap((line) => ('holiday' in line ? [line.holiday] : []))
    const wrong = lines.flatMap((line) => ('problem' in line ? [line] : []))
    return db.transaction().execute(async (db) => {
      const added = await insertHolidays(db, holidays)
      await auditChange({ db, actor, request, action: 'holidays_imported', after: { added, wrong: wrong.length } })
      return { added, unchanged: holidays.length - added, wrong_lines: wrong }
    })
  })

  serve(addHoliday, async ({ actor, body, request }, refuse) => {
    const problem = findHolidayProblem(body)
    if (problem) throw refuse('invalid', { fields: { [fieldOfProblem[problem]]: [problem] } })
    await db.transaction().execute(async (db) => {
      if (!(await insertHolidays(db, [body]))) throw refuse('holiday_exists')
      const subject = `holiday:${body.place} ${body.day}`
      await auditChange({ db, actor, request, action: 'holiday_added', subject, after: body })
    })
    return undefined
  })

  serve(removeHoliday, {
    find: ({ params }) => findHoliday(db, params),
    async act({ actor, subject: holiday, request }) {
      await db.transaction().execute(async (db) => {
        await deleteHoliday(db, holiday)
        await auditChange({
          ...{ db, actor, request },
          action: 'holiday_removed',
          subject: `holiday:${holiday.place} ${holiday.day}`,
          before: holiday,
        })
      })
      return undefined
    },
  })
}
