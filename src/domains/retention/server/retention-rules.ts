import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { Settings } from '#domains/operator/settings.ts'

/** How much of a table was forgotten at once, and which stored files it leaves. */
export type Forgotten = { count: number; fileKeys: string[] }

/** What is removed when it is past its days. */
export type RetentionRule = {
  table: keyof DB
  setting: keyof Settings['retention']
  /** Removes at most so many rows that were over before an instant. */
  forget: (db: Database, before: Date, most: number) => Promise<Forgotten>
}

type Rows<T extends keyof DB> = {
  setting: RetentionRule['setting']
  /** The columns that tell rows apart. */
  key: readonly (string & keyof DB[T])[]
  isOver: (before: Date) => RawBuilder<SqlBool>
  /** Columns with the keys of stored files. */
  files?: readonly (string & keyof DB[T])[]
}

/** Rows that lead to nothing else but what goes with them. */
function rowsOf<T extends keyof DB>(table: T, { setting, key, isOver, files = [] }: Rows<T>): RetentionRule {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  return {
    table,
    setting,
    // Without locks on what is selected: the job has the table for itself, and distributed tables would refuse them.
    async forget(db, before, most) {
      const keys = files.map((name) => sql.ref(name))
      const { rows } = await sql<{ file_keys: (string | null)[] }>`
        delete from ${sql.table(table)} where (${columns}) in (
          select ${columns} from ${sql.table(table)} where ${isOver(before)} limit ${most})
        returning ${keys.length ? sql`array[${sql.join(keys)}]` : sql`'{}'::text[]`} as file_keys`.execute(db)
      return {
        count: rows.length,
        fileKeys: rows.flatMap(({ file_keys }) => file_keys.filter((each) => each !== null)),
      }
    },
  }
}

/** Cases of people who were no customers, with their messages and the files that came with them. */
async function forgetVisitorCases(db: Database, before: Date, most: number): Promise<Forgotten> {
  const { rows } = await sql<{ case_id: number }>`
    select case_id from support_case
    where customer_id is null and opened_by_user_id is null and state in ('accepted', 'denied')
      and updated_at < ${before} limit ${most}`.execute(db)
  const cases = rows.map(({ case_id }) => case_id)
  const ids = sql`any(${cases}::integer[])`
  const fileKeys = await removeUploads(
    db,
    sql`
    with gone as (delete from support_attachment where case_id = ${ids} returning upload_id) select upload_id from gone`,
  )
  await sql`delete from support_case where case_id = ${ids}`.execute(db)
  return { count: cases.length, fileKeys }
}

function forgetLeads(isOver: (before: Date) => RawBuilder<SqlBool>): RetentionRule['forget'] {
  return async (db, before, most) => {
    const { rows } = await sql<{ lead_id: number }>`
      select lead_id from lead where ${isOver(before)} limit ${most}`.execute(db)
    const leads = rows.map(({ lead_id }) => lead_id)
    const ids = sql`any(${leads}::integer[])`
    const fileKeys = await removeUploads(
      db,
      sql`
      with gone as (delete from lead_file where lead_id = ${ids} returning upload_id) select upload_id from gone`,
    )
    await sql`delete from lead where lead_id = ${ids}`.execute(db)
    return { count: leads.length, fileKeys }
  }
}

/** A file is sent with one thing alone, so that it goes with it. */
async function removeUploads(db: Database, released: RawBuilder<unknown>): Promise<string[]> {
  const { rows: ids } = await sql<{ upload_id: string }>`${released}`.execute(db)
  if (ids.length === 0) return []
  const { rows } = await sql<{ file_key: string }>`
    delete from upload where upload_id = any(${ids.map(({ upload_id }) => upload_id)}::uuid[])
    returning file_key`.execute(db)
  return rows.map(({ file_key }) => file_key)
}

/** What is forgotten after its days, by setting; whatever else is kept is named among the held tables. */
export const retentionRules: readonly RetentionRule[] = [
  rowsOf('idempotent_reply', {
    setting: 'idempotentReplies',
    key: ['user_id', 'idempotency_key'],
    isOver: (before) => sql`started_at < ${before}`,
  }),
  rowsOf('session', {
    setting: 'sessions',
    key: ['session_id'],
    isOver: (before) => sql`(expires_at < ${before} or revoked_at < ${before})`,
  }),
  rowsOf('account_link', {
    setting: 'links',
    key: ['link_hash'],
    isOver: (before) => sql`expires_at < ${before}`,
  }),
  rowsOf('operator_link', {
    setting: 'links',
    key: ['link_hash'],
    isOver: (before) => sql`expires_at < ${before}`,
  }),
  rowsOf('newsletter_confirmation', {
    setting: 'links',
    key: ['confirmation_id'],
    isOver: (before) => sql`expires_at < ${before}`,
  }),
  rowsOf('identity_challenge', {
    setting: 'attempts',
    key: ['challenge_id'],
    isOver: (before) => sql`expires_at < ${before}`,
  }),
  rowsOf('payment_hold', {
    setting: 'attempts',
    key: ['hold_id'],
    isOver: (before) => sql`held_until < ${before}`,
  }),
  rowsOf('login_throttle', {
    setting: 'attempts',
    key: ['throttle_key'],
    isOver: (before) => sql`ends_at < ${before}`,
  }),
  rowsOf('visitor_throttle', {
    setting: 'attempts',
    key: ['throttle_key'],
    isOver: (before) => sql`ends_at < ${before}`,
  }),
  rowsOf('access_token', {
    setting: 'accessKeys',
    key: ['access_token_id'],
    isOver: (before) => sql`(expires_at < ${before} or revoked_at < ${before})`,
  }),
  rowsOf('client_credential', {
    setting: 'accessKeys',
    key: ['client_id'],
    isOver: (before) => sql`revoked_at < ${before}`,
  }),
  rowsOf('outbox_message', {
    setting: 'messages',
    key: ['message_id'],
    isOver: (before) => sql`created_at < ${before} and (sent_at is not null or given_up_at is not null)`,
  }),
  rowsOf('webhook_event', {
    setting: 'webhookEvents',
    key: ['event_id'],
    isOver: (before) => sql`happened_at < ${before}`,
  }),
  rowsOf('provider_event', {
    setting: 'providerReports',
    key: ['platform', 'event_id'],
    isOver: (before) => sql`received_at < ${before} and (applied_at is not null or dismissed_at is not null)`,
  }),
  rowsOf('day_count', {
    setting: 'usageCounts',
    key: ['day', 'what', 'detail'],
    isOver: (before) => sql`day < ${before}::timestamptz::date`,
  }),
  rowsOf('job_run', {
    setting: 'jobRuns',
    key: ['job_run_id'],
    isOver: (before) => sql`ended_at < ${before}`,
  }),
  rowsOf('import_run', {
    setting: 'imports',
    key: ['import_run_id'],
    isOver: (before) => sql`created_at < ${before} and state in ('done', 'failed')`,
    files: ['file_key', 'report_key'],
  }),
  rowsOf('upload', {
    setting: 'unusedFiles',
    key: ['upload_id'],
    isOver: (before) => sql`used_at is null and created_at < ${before}`,
    files: ['file_key'],
  }),
  rowsOf('data_export', {
    setting: 'dataCopies',
    key: ['data_export_id'],
    isOver: (before) => sql`state in ('expired', 'failed') and requested_at < ${before}`,
    files: ['file_key'],
  }),
  { table: 'support_case', setting: 'visitorCases', forget: forgetVisitorCases },
  {
    table: 'lead',
    setting: 'expiredLeads',
    forget: forgetLeads((before) => sql`expires_at <= ${before} and contract_id is null`),
  },
  {
    table: 'lead',
    setting: 'contractLeads',
    forget: forgetLeads((before) => sql`updated_at < ${before} and contract_id is not null`),
  },
]
