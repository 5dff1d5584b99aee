import pg from 'pg'

export type RecordedStatement = { text: string; values: unknown[] }

/** Returns the statements that are sent meanwhile and look at a table, or match a pattern, without inserting anything. */
export async function recordStatements(
  table: string | RegExp,
  work: () => Promise<unknown>,
): Promise<RecordedStatement[]> {
  const statements: RecordedStatement[] = []
  const query = pg.Client.prototype.query
  const name = typeof table === 'string' ? new RegExp(`\\b${table}\\b`) : table
  pg.Client.prototype.query = function (this: pg.Client, text: unknown, values: unknown, ...rest: unknown[]) {
    if (typeof text === 'string' && name.test(text) && !/^\s*insert/.test(text))
      statements.push({ text, values: values as unknown[] })
    return Reflect.apply(query, this, [text, values, ...rest])
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return statements
}

/** Returns how many rows a statement reads of its tables: those that it returns, and those that its filters leave out. */
export async function countRowsRead(pool: pg.Pool, { text, values }: RecordedStatement): Promise<number> {
  const { rows } = await pool.query(`explain (analyze, timing off, format json) ${text}`, values)
  return sumRowsRead(rows[0]['QUERY PLAN'][0].Plan)
}

type PlanNode = { 'Relation Name'?: string; 'Actual Loops': number; Plans?: PlanNode[] } & Record<string, unknown>

function sumRowsRead(node: PlanNode): number {
  const own = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck']
    .map((name) => Number(node[name] ?? 0))
    .reduce((sum, rows) => sum + rows, 0)
  const below = (node.Plans ?? []).map(sumRowsRead).reduce((sum, rows) => sum + rows, 0)
  return below + (node['Relation Name'] === undefined ? 0 : own * node['Actual Loops'])
}
