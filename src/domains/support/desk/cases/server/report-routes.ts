import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditAction } from '#kit/backoffice/server/audit-change.ts'
import { byteOrderMark, formatCsvLine } from '#kit/server/format-csv-line.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { downloadComplaintTable, downloadYearReport, exportCases } from '../downloads.ts'
import { daysOfQuarter, marginOfError, parseCategoryFilter } from '../rules.ts'
import { streamCases } from './case-store.ts'
import { findComplaintCounts, findYearReport } from './report-store.ts'

export type ReportDeps = {
  serve: Serve
  db: Kysely<DB>
  clock: () => Date
  /** The texts of this section. */
  textsFor: (locale: Locale) => (key: string) => string
}

const exportedColumns = ['number', 'subject', 'category', 'state', 'opened', 'due', 'holder', 'assignee'] as const

const yearColumns = [
  ...(['topic', 'cases', 'answered', 'median', 'p95', 'withTerm', 'inTerm', 'inTermPercent', 'reopened'] as const),
  ...(['rated', 'satisfaction', 'error', 'errorPercent'] as const),
]

const complaintColumns = ['type', 'complaints', 'accepted', 'denied', 'open', 'inTerm'] as const

/** The width of the scale of ratings, from 1 to 5, which the error is stated in percent of. */
const ratingScale = 4

/** Registers the exports of cases: the list, the report of a year and the complaints of a quarter. */
export function caseReportRoutes({ serve, db, clock, textsFor }: ReportDeps) {
  serve(exportCases, async ({ actor, query: { category = null, ...query }, request }) => {
    const { q, ...filters } = query
    // The search text may be a person's name, so only the filters are recorded.
    const after = { ...filters, category, isSearched: q !== '' }
    await auditAction({ db, actor, request, action: 'cases_exported', after })
    const { locale } = actor
    const textOf = textsFor(locale)
    async function* rows() {
      const found = { ...query, category: category === null ? null : parseCategoryFilter(category) }
      for await (const row of streamCases(db, found, { reader: actor, now: clock() }))
        yield [
          ...[row.number, row.subject, row.category, textOf(`states.${row.closure ?? row.state}`), row.opened_at],
          ...[row.due_at ?? row.due_on, row.customer?.name ?? row.email, row.assignee?.name ?? null],
        ]
    }
    return csvOf(
      { locale, name: textOf('files.cases'), columns: exportedColumns.map((each) => textOf(`list.${each}`)) },
      rows(),
    )
  })

  serve(downloadYearReport, async ({ actor: { locale }, query: { year } }) => {
    const textOf = textsFor(locale)
    const report = await findYearReport(db, year, clock())
    const rows = report.map((row) => {
      const error = marginOfError({ count: row.rated, population: row.answered, deviation: row.rating_deviation })
      return [
        ...[textOf(`topics.${row.topic}`), row.cases, row.answered, rounded(row.p50_hours), rounded(row.p95_hours)],
        ...[row.with_term, row.in_term, percentOf(row.in_term, row.with_term), row.reopened, row.rated],
        ...[rounded(row.mean_rating), rounded(error), error === null ? null : percentOf(error, ratingScale)],
      ]
    })
    return csvOf(
      {
        ...{ locale, name: `${textOf('files.year')}-${year}` },
        columns: yearColumns.map((each) => textOf(`reports.columns.${each}`)),
      },
      rows,
    )
  })

  serve(downloadComplaintTable, async ({ actor: { locale }, query: { quarter } }) => {
    const textOf = textsFor(locale)
    const counts = await findComplaintCounts(db, { ...daysOfQuarter(quarter), locale })
    const rows = counts.map((row) => [...[row.type, row.complaints, row.accepted, row.denied, row.open, row.in_term]])
    return csvOf(
      {
        ...{ locale, name: `${textOf('files.complaints')}-${quarter}` },
        columns: complaintColumns.map((each) => textOf(`reports.columns.${each}`)),
      },
      rows,
    )
  })
}

type CsvValue = string | number | null

/** Returns a CSV file whose lines are written as they are read. */
function csvOf(
  { name, columns, locale }: { name: string; columns: readonly string[]; locale: Locale },
  rows: Iterable<readonly CsvValue[]> | AsyncIterable<readonly CsvValue[]>,
) {
  async function* lines() {
    yield byteOrderMark + formatCsvLine(columns, locale)
    for await (const row of rows) yield formatCsvLine(row, locale)
  }
  return { content: Readable.from(lines()), fileName: `${name}.csv`, mediaType: 'text/csv; charset=utf-8' }
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100
}

function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10
}
