import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

type Column<Row> = keyof Row & string

/** A queue over a table: rows that wait, each with the time from which it is due. The work and its state are one row. */
export type WorkQueue<Row> = {
  table: string
  key: readonly Column<Row>[]
  /** The column with the time from which a row is due. A claim moves it ahead, so that it is also the end of the lease. */
  due: Column<Row>
  /** Whether rows without a due time are due at once. */
  isDueWhenNull?: boolean
  /** The column in whose order due rows are claimed, if it is not the due time. */
  order?: Column<Row>
  /** The condition of the rows that wait or are being worked on. */
  waiting: RawBuilder<boolean>
  /** The column that counts the tries that have started. */
  tries?: Column<Row>
  /** After how many tries a row is given up. */
  maxTries?: number
  /**
   * By how many seconds a claim moves the due time ahead, by the number of the try; the last one repeats. With one pause
   * this is the duration of the lease.
   */
  pausesSeconds: readonly number[]
  /**
   * Whether the table is distributed over several nodes, where rows can only be locked by their key. Workers that look
   * at the same time may then claim less than there is.
   */
  isDistributed?: boolean
}

type Change<Row> = { [C in Column<Row>]?: Row[C] | RawBuilder<unknown> }
type ClaimOptions<Row> = {
  now: Date
  limit: number
  /** Further conditions. */
  where?: RawBuilder<boolean>
  /** Further changes to the claimed rows. */
  set?: Change<Row>
}

/** Returns pauses that double from the first to the longest. */
export function doublingPauses(firstSeconds: number, longestSeconds: number): number[] {
  return firstSeconds >= longestSeconds
    ? [longestSeconds]
    : [firstSeconds, ...doublingPauses(firstSeconds * 2, longestSeconds)]
}

/**
 * Claims the rows that are due first: counts a try and moves their due time ahead. So no two workers claim the same
 * row, and the row of a worker that dies is due again.
 */
export async function claimDue<Row>(
  db: QueryExecutorProvider,
  queue: WorkQueue<Row>,
  options: ClaimOptions<Row>,
): Promise<Row[]> {
  const { table, key } = queue
  if (queue.isDistributed) return claimByKey(db, queue, options)
  const isSame = sql.join(
    key.map((column) => sql`${sql.ref(`${table}.${column}`)} = ${sql.ref(`due_row.${column}`)}`),
    sql` and `,
  )
  const { rows } = await sql<Row>`
    with due_row as materialized (
      select ${columnList(key)} from ${sql.table(table)} where ${dueRows(queue, options)} for update skip locked
    )
    update ${sql.table(table)} set ${claimChange(queue, options)} from due_row where ${isSame}
    returning ${sql.table(table)}.*`.execute(db)
  return rows
}

/** Stores a change to a row, such as its result. */
export async function updateRow<Row>(
  db: QueryExecutorProvider,
  queue: WorkQueue<Row>,
  { row, set }: { row: Row; set: Change<Row> },
) {
  await sql`update ${sql.table(queue.table)} set ${assignments(set)} where ${isRow(queue, row)}`.execute(db)
}

/** Extends the lease on a claimed row, unless its lease has expired and another worker has claimed it. */
export async function renewLease<Row>(db: QueryExecutorProvider, queue: WorkQueue<Row>, row: Row, now: Date) {
  const isOurs = queue.tries ? sql`and ${queue.waiting} and ${sql.ref(queue.tries)} = ${row[queue.tries]}` : sql``
  const until = new Date(now.getTime() + queue.pausesSeconds.at(-1)! * 1_000)
  await sql`
    update ${sql.table(queue.table)} set ${sql.ref(queue.due)} = ${until} where ${isRow(queue, row)} ${isOurs}
  `.execute(db)
}

/** Returns a claimed row to the queue, due now, as if it had not been tried. */
export async function releaseRow<Row>(
  db: QueryExecutorProvider,
  queue: WorkQueue<Row>,
  { row, now, set }: { row: Row; now: Date; set?: Change<Row> },
) {
  const { due, tries } = queue
  const released = { [due]: now, ...(tries && { [tries]: sql`${sql.ref(tries)} - 1` }), ...set }
  await updateRow(db, queue, { row, set: released as Change<Row> })
}

/** Returns the number of tries of a row that have started; 1 if the queue does not count them. */
export function countTries<Row>({ tries }: WorkQueue<Row>, row: Row): number {
  return tries ? Number(row[tries]) : 1
}

/** Returns a query for the time from which the next row is due, for `DatabaseWatch`. */
export function nextDueQuery<Row>({ table, due, waiting, isDueWhenNull }: WorkQueue<Row>): RawBuilder<unknown> {
  const time = isDueWhenNull ? sql`coalesce(${sql.ref(due)}, 'epoch')` : sql.ref(due)
  return sql`select min(${time}) from ${sql.table(table)} where ${waiting}`
}

function dueRows<Row>(queue: WorkQueue<Row>, { now, limit, where }: ClaimOptions<Row>) {
  const { due, waiting, isDueWhenNull, order } = queue
  const time = sql.ref(due)
  const first = order ? sql.ref(order) : isDueWhenNull ? sql`${time} nulls first` : time
  const isDue = isDueAt(queue, now)
  return sql`${waiting} and ${isDue} ${where ? sql`and ${where}` : sql``} order by ${first} limit ${limit}`
}

function isDueAt<Row>({ due, isDueWhenNull }: WorkQueue<Row>, now: Date) {
  const time = sql.ref(due)
  return isDueWhenNull ? sql`(${time} is null or ${time} <= ${now})` : sql`${time} <= ${now}`
}

function claimChange<Row>({ due, tries, pausesSeconds }: WorkQueue<Row>, { now, set }: ClaimOptions<Row>) {
  const count = tries ? sql`${sql.ref(tries)} + 1` : sql`1`
  const pause = sql`(${pausesSeconds}::integer[])[least(${count}, ${pausesSeconds.length}::integer)]`
  return assignments({
    [due]: sql`${now}::timestamptz + make_interval(secs => ${pause})`,
    ...(tries && { [tries]: count }),
    ...set,
  })
}

// A node refuses a change that computes a time from columns.
function claimChangeOf<Row>(row: Row, queue: WorkQueue<Row>, { now, set }: ClaimOptions<Row>) {
  const { due, tries, pausesSeconds } = queue
  const count = tries ? countTries(queue, row) + 1 : 1
  const pauseSeconds = pausesSeconds[Math.min(count, pausesSeconds.length) - 1]!
  return assignments({
    [due]: new Date(now.getTime() + pauseSeconds * 1_000),
    ...(tries && { [tries]: count }),
    ...set,
  })
}

/**
 * Finds the rows that are due without a lock, and claims those that no other worker has claimed since, in one statement
 * for all that were tried as often. Looks again where others were faster with each of them.
 */
async function claimByKey<Row>(db: QueryExecutorProvider, queue: WorkQueue<Row>, options: ClaimOptions<Row>) {
  for (;;) {
    const { rows } = await sql<Row>`select * from ${sql.table(queue.table)} where ${dueRows(queue, options)}`.execute(
      db,
    )
    const claimed: Row[] = []
    for (const group of Map.groupBy(rows, (row) => (queue.tries ? row[queue.tries] : null)).values())
      claimed.push(...(await claimRows(db, queue, { rows: group, options })))
    if (rows.length === 0 || claimed.length > 0) return claimed
  }
}

type RowsToClaim<Row> = { rows: readonly Row[]; options: ClaimOptions<Row> }

async function claimRows<Row>(
  db: QueryExecutorProvider,
  queue: WorkQueue<Row>,
  { rows: [row, ...others], options }: RowsToClaim<Row>,
): Promise<Row[]> {
  const { table, tries, waiting } = queue
  const hasTries = tries ? sql`and ${sql.ref(tries)} = ${row![tries]}` : sql``
  const isAny = sql.join(
    [row!, ...others].map((each) => sql`(${isRow(queue, each)})`),
    sql` or `,
  )
  const { rows: claimed } = await sql<Row>`
    update ${sql.table(table)} set ${claimChangeOf(row!, queue, options)}
    where (${isAny}) and ${waiting} and ${isDueAt(queue, options.now)} ${hasTries} returning *`.execute(db)
  return claimed
}

function isRow<Row>({ key }: WorkQueue<Row>, row: Row) {
  return sql.join(
    key.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
    sql` and `,
  )
}

function assignments(set: Record<string, unknown>) {
  return sql.join(Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
}

function columnList(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(column)))
}
