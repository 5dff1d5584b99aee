import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { containsText, findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { parseId } from '#kit/parse-id.ts'
import type { ListedImport } from '../api.ts'
import type { ImportSource } from '../rules.ts'

type ImportQuery = PageRange & { q: string; source?: ImportSource }
type ImportRow = Omit<ListedImport, 'created_at'> & { created_at: Date }

const listedColumns = sql`
  import_run_id as id, source, kind, file_name, coalesce(user_account.name, integration_key.name) as by, state,
  case when state = 'done' then 1
    when coalesce(size_bytes, 0) = 0 then 0
    else least(bytes_read::float / size_bytes, 1) end as progress,
  accepted, refused, kept_hours, kept_days, report_key is not null as has_report,
  state = 'failed' and file_key is not null as can_retry, tries, failure, import_run.created_at`

/** Returns a page of imports, newest first. They are kept for only ninety days, so the search may scan all of them. */
export async function findImports(
  db: Database,
  { q, source, ...range }: ImportQuery,
): Promise<ResultPage<ListedImport>> {
  const selection = {
    columns: listedColumns,
    from: sql`import_run left join user_account using (user_id) left join integration_key using (integration_key_id)`,
    where: [source ? sql`source = ${source}` : sql`true`, containsText(sql`file_name`, q)],
    orderBy: sql`import_run.created_at desc, import_run_id desc`,
  }
  const { items, total } = await findPage<ImportRow>(db, selection, range)
  return { items: items.map((run) => ({ ...run, created_at: run.created_at.toISOString() })), total }
}

/** Returns an import by the id from a URL. */
export async function findImport(db: Database, id: string) {
  const runId = parseId(id)
  if (runId === undefined) return undefined
  return db
    .selectFrom('import_run')
    .where('import_run_id', '=', runId)
    .select(['import_run_id as id', 'state', 'file_key', 'report_key', 'file_name'])
    .executeTakeFirst()
}
