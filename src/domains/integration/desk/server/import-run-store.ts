import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { ListedImport } from '../api.ts'
import type { ImportSource } from '../rules.ts'

type ImportQuery = { q: string; source?: ImportSource; offset: number; limit: number }
type ImportRow = Omit<ListedImport, 'created_at'> & { created_at: Date; total: number }

/** Returns a page of imports, newest first. They are kept for only ninety days, so the search may scan all of them. */
export async function findImports(
  db: Database,
  { q, source, offset, limit }: ImportQuery,
): Promise<{ items: ListedImport[]; total: number }> {
  const { rows } = await sql<ImportRow>`
    select import_run_id as id, source, kind, file_name, coalesce(user_account.name, integration_key.name) as by, state,
      case when state = 'done' then 1
        when coalesce(size_bytes, 0) = 0 then 0
        else least(bytes_read::float / size_bytes, 1) end as progress,
      accepted, refused, report_key is not null as has_report,
      state = 'failed' and file_key is not null as can_retry, tries, failure,
      import_run.created_at, count(*) over ()::integer as total
    from import_run left join user_account using (user_id) left join integration_key using (integration_key_id)
    where ${source ? sql`source = ${source}` : sql`true`}
      and ${q ? sql`strpos(lower(file_name), lower(${q})) > 0` : sql`true`}
    order by import_run.created_at desc, import_run_id desc limit ${limit} offset ${offset}`.execute(db)
  return {
    items: rows.map(({ total: _, created_at, ...run }) => ({ ...run, created_at: created_at.toISOString() })),
    total: rows[0]?.total ?? 0,
  }
}

/** Returns an import by the id from a URL. */
export async function findImport(db: Database, id: string) {
  if (!/^[1-9]\d{0,8}$/.test(id)) return undefined
  return db
    .selectFrom('import_run')
    .where('import_run_id', '=', Number(id))
    .select(['import_run_id as id', 'state', 'file_key', 'report_key', 'file_name'])
    .executeTakeFirst()
}
