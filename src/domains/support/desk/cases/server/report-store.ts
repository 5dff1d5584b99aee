import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { localizedColumn } from '#kit/server/localized-column.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { CaseTopic } from '../../../rules.ts'
import { answerDutyJoin } from '../../../server/answer-duty.ts'

/** The cases of a subject that were opened in a year. */
export type SubjectReport = {
  topic: CaseTopic
  cases: number
  answered: number
  /** The median and the 95th percentile of the hours from the arrival of a case until its answer. */
  p50_hours: number | null
  p95_hours: number | null
  /** Of those with a term that was kept or missed, how many were answered within it. */
  in_term: number
  with_term: number
  reopened: number
  rated: number
  mean_rating: number | null
  rating_deviation: number | null
}

/** Complaints of one type that were opened in a quarter. */
export type ComplaintCount = {
  type: string
  complaints: number
  accepted: number
  denied: number
  open: number
  in_term: number
}

const inTermSql = sql`answer_duty.state = 'done' and answer_duty.ended_at < answer_duty.due_at`

function openedWithin(from: string, until: string): RawBuilder<unknown> {
  const instant = (day: string) => sql`(${day}::date)::timestamp at time zone 'Europe/Madrid'`
  return sql`opened_at >= ${instant(from)} and opened_at < ${instant(until)}`
}

/** Returns the cases that were opened in a year, by subject: what the yearly report states (Ley 10/2025, article 21). */
export async function findYearReport(db: Database, year: number, now: Date): Promise<SubjectReport[]> {
  const hours = sql`extract(epoch from answered_at - opened_at)::float8 / 3600`
  const { rows } = await sql<SubjectReport>`
    select coalesce(topic, 'other') as topic, count(*)::integer as cases, count(answered_at)::integer as answered,
      percentile_cont(0.5) within group (order by ${hours}) as p50_hours,
      percentile_cont(0.95) within group (order by ${hours}) as p95_hours,
      (count(*) filter (where ${inTermSql}))::integer as in_term,
      (count(*) filter (where answer_duty.state = 'done' or answer_duty.state = 'open' and answer_duty.due_at <= ${now}))::integer
        as with_term,
      count(reopened_at)::integer as reopened, count(rating)::integer as rated,
      avg(rating)::float8 as mean_rating, stddev_samp(rating)::float8 as rating_deviation
    from support_case ${answerDutyJoin()}
    where ${openedWithin(`${year}-01-01`, `${year + 1}-01-01`)}
    group by coalesce(topic, 'other') order by 1`.execute(db)
  return rows
}

/** Returns the complaints that were opened in a span of days, by type (CNMC Circular 2/2016). */
export async function findComplaintCounts(
  db: Database,
  { from, until, locale }: { from: string; until: string; locale: Locale },
): Promise<ComplaintCount[]> {
  const { rows } = await sql<ComplaintCount>`
    select concat_ws(': ', coalesce(${localizedColumn(locale, 'support_category.names')}, ${localizedColumn(locale, 'support_type.names')}),
        ${localizedColumn(locale, 'support_subtype.names')}) as type,
      count(*)::integer as complaints,
      (count(*) filter (where support_case.state = 'accepted'))::integer as accepted,
      (count(*) filter (where support_case.state = 'denied'))::integer as denied,
      (count(*) filter (where support_case.state not in ('accepted', 'denied')))::integer as open,
      (count(*) filter (where ${inTermSql}))::integer as in_term
    from support_case
      left join support_category using (category_id)
      left join support_type on support_type.code = support_case.type_code
      left join support_subtype on support_subtype.type_code = support_case.type_code
        and support_subtype.code = support_case.subtype_code
      ${answerDutyJoin()}
    where support_case.case_type in ('complaint', 'distributor_complaint') and ${openedWithin(from, until)}
    group by 1 order by 1`.execute(db)
  return rows
}
