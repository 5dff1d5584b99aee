import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { Settings } from '#domains/retailer/settings.ts'

/** How many rows of a table were deleted at once, and the stored files they leave. */
export type DeletedRows = { count: number; fileKeys: string[] }

/** A rule for what is deleted past its retention. */
export type RetentionRule = {
  table: keyof DB
  setting: keyof Settings['retention']
  deleteExpired: (db: Database, batch: ExpiredBatch) => Promise<DeletedRows>
}

/** At most `limit` rows that ended before an instant. What the law keeps longer stays until `now` is past that. */
type ExpiredBatch = { before: Date; now: Date; limit: number }

type RowRetentionInput<T extends keyof DB> = {
  setting: RetentionRule['setting']
  /** The columns that identify a row. */
  key: readonly (string & keyof DB[T])[]
  isOver: (before: Date) => RawBuilder<SqlBool>
  /** Columns with the keys of stored files. */
  files?: readonly (string & keyof DB[T])[]
}

/** Creates a rule for rows that nothing else depends on, except what is deleted with them. */
function rowRetentionRule<T extends keyof DB>(
  table: T,
  { setting, key, isOver, files = [] }: RowRetentionInput<T>,
): RetentionRule {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  return {
    table,
    setting,
    // Without locks on the selected rows: the job is the only one to delete from the table, and distributed tables
    // would refuse them.
    async deleteExpired(db, { before, limit }) {
      const keys = files.map((name) => sql.ref(name))
      const { rows } = await sql<{ file_keys: (string | null)[] }>`
        delete from ${sql.table(table)} where (${columns}) in (
          select ${columns} from ${sql.table(table)} where ${isOver(before)} limit ${limit})
        returning ${keys.length ? sql`array[${sql.join(keys)}]` : sql`'{}'::text[]`} as file_keys`.execute(db)
      return {
        count: rows.length,
        fileKeys: rows.flatMap(({ file_keys }) => file_keys.filter((each) => each !== null)),
      }
    },
  }
}

/** Deletes the cases of visitors who were not customers, with their messages and files. */
async function deleteVisitorCases(db: Database, { before, now, limit }: ExpiredBatch): Promise<DeletedRows> {
  const { rows } = await sql<{ case_id: number }>`
    select case_id from support_case
    where customer_id is null and opened_by_user_id is null and state in ('accepted', 'denied')
      and updated_at < ${before}
      and not exists (select from duty where kind = 'case_evidence' and subject = 'case:' || case_id and state = 'open'
        and due_at > ${now})
    limit ${limit}`.execute(db)
  const cases = rows.map(({ case_id }) => case_id)
  const ids = sql`any(${cases}::bigint[])`
  const fileKeys = await deleteUploads(
    db,
    sql`
    with gone as (delete from support_attachment where case_id = ${ids} returning upload_id) select upload_id from gone`,
  )
  await sql`delete from support_case where case_id = ${ids}`.execute(db)
  return { count: cases.length, fileKeys }
}

/** Deletes what was declared of supplies, with its papers, once it was decided and protects nothing any more. */
async function deleteDeclarations(db: Database, { before, limit }: ExpiredBatch): Promise<DeletedRows> {
  const { rows } = await sql<{ customer_id: number; supply_declaration_id: number }>`
    select customer_id, supply_declaration_id from supply_declaration
    where state in ('refused', 'lapsed', 'ended') and decided_at < ${before} limit ${limit}`.execute(db)
  const keys = sql`(customer_id, supply_declaration_id) in (
    select * from unnest(${rows.map(({ customer_id }) => customer_id)}::bigint[],
      ${rows.map(({ supply_declaration_id }) => supply_declaration_id)}::bigint[]))`
  const fileKeys = await deleteUploads(
    db,
    sql`
    with gone as (delete from supply_declaration_file where ${keys} returning upload_id) select upload_id from gone`,
  )
  await sql`delete from supply_declaration where ${keys}`.execute(db)
  return { count: rows.length, fileKeys }
}

function leadDeletion(isOver: (before: Date, now: Date) => RawBuilder<SqlBool>): RetentionRule['deleteExpired'] {
  return async (db, { before, now, limit }) => {
    const { rows } = await sql<{ lead_id: number }>`
      select lead_id from lead where ${isOver(before, now)} limit ${limit}`.execute(db)
    const leads = rows.map(({ lead_id }) => lead_id)
    const ids = sql`any(${leads}::bigint[])`
    const fileKeys = await deleteUploads(
      db,
      sql`
      with gone as (delete from lead_file where lead_id = ${ids} returning upload_id) select upload_id from gone`,
    )
    await sql`delete from lead where lead_id = ${ids}`.execute(db)
    return { count: leads.length, fileKeys }
  }
}

/** Drops the months of curves that are over as a whole. */
async function dropCurveMonths(db: Database, { before }: ExpiredBatch): Promise<DeletedRows> {
  const { rows } = await sql<{ months: number }>`
    select drop_curve_months(${before}::timestamptz::date) as months`.execute(db)
  return { count: rows[0]!.months, fileKeys: [] }
}

/** A file belongs to one thing alone, so it is deleted with it. */
async function deleteUploads(db: Database, released: RawBuilder<unknown>): Promise<string[]> {
  const { rows: ids } = await sql<{ upload_id: string }>`${released}`.execute(db)
  if (ids.length === 0) return []
  const { rows } = await sql<{ file_key: string }>`
    delete from upload where upload_id = any(${ids.map(({ upload_id }) => upload_id)}::uuid[])
    returning file_key`.execute(db)
  return rows.map(({ file_key }) => file_key)
}

/** What is deleted after its retention, by setting. Everything else is named among the held tables. */
export const retentionRules: readonly RetentionRule[] = [
  rowRetentionRule('idempotent_reply', {
    setting: 'idempotentReplies',
    key: ['user_id', 'idempotency_key'],
    isOver: (before) => sql`started_at < ${before}`,
  }),
  rowRetentionRule('session', {
    setting: 'sessions',
    key: ['session_id'],
    isOver: (before) => sql`(expires_at < ${before} or revoked_at < ${before})`,
  }),
  rowRetentionRule('account_link', {
    setting: 'links',
    key: ['link_hash'],
    isOver: (before) => sql`expires_at < ${before}`,
  }),
  rowRetentionRule('operator_link', {
    setting: 'links',
    key: ['link_hash'],
    isOver: (before) => sql`expires_at < ${before}`,
  }),
  rowRetentionRule('newsletter_confirmation', {
    setting: 'links',
    key: ['confirmation_id'],
    isOver: (before) => sql`expires_at < ${before}`,
  }),
  rowRetentionRule('identity_challenge', {
    setting: 'attempts',
    key: ['challenge_id'],
    isOver: (before) => sql`expires_at < ${before}`,
  }),
  rowRetentionRule('payment_hold', {
    setting: 'attempts',
    key: ['hold_id'],
    isOver: (before) => sql`held_until < ${before}`,
  }),
  rowRetentionRule('login_throttle', {
    setting: 'attempts',
    key: ['throttle_key'],
    isOver: (before) => sql`ends_at < ${before}`,
  }),
  rowRetentionRule('visitor_throttle', {
    setting: 'attempts',
    key: ['throttle_key'],
    isOver: (before) => sql`ends_at < ${before}`,
  }),
  rowRetentionRule('access_token', {
    setting: 'accessKeys',
    key: ['access_token_id'],
    isOver: (before) => sql`(expires_at < ${before} or revoked_at < ${before})`,
  }),
  rowRetentionRule('client_credential', {
    setting: 'accessKeys',
    key: ['client_id'],
    isOver: (before) => sql`revoked_at < ${before}`,
  }),
  rowRetentionRule('outbox_message', {
    setting: 'messages',
    key: ['message_id'],
    isOver: (before) => sql`created_at < ${before} and (sent_at is not null or given_up_at is not null)`,
  }),
  rowRetentionRule('webhook_event', {
    setting: 'webhookEvents',
    key: ['event_id'],
    isOver: (before) => sql`happened_at < ${before}`,
  }),
  rowRetentionRule('provider_event', {
    setting: 'providerReports',
    key: ['platform', 'event_id'],
    isOver: (before) => sql`received_at < ${before} and (applied_at is not null or dismissed_at is not null)`,
  }),
  rowRetentionRule('day_count', {
    setting: 'usageCounts',
    key: ['day', 'what', 'detail'],
    isOver: (before) => sql`day < ${before}::timestamptz::date`,
  }),
  rowRetentionRule('job_run', {
    setting: 'jobRuns',
    key: ['job_run_id'],
    isOver: (before) => sql`ended_at < ${before}`,
  }),
  rowRetentionRule('import_run', {
    setting: 'imports',
    key: ['import_run_id'],
    isOver: (before) => sql`created_at < ${before} and state in ('done', 'failed')`,
    files: ['file_key', 'report_key'],
  }),
  rowRetentionRule('upload', {
    setting: 'unusedFiles',
    key: ['upload_id'],
    isOver: (before) => sql`used_at is null and created_at < ${before}`,
    files: ['file_key'],
  }),
  rowRetentionRule('data_export', {
    setting: 'dataCopies',
    key: ['data_export_id'],
    isOver: (before) => sql`state in ('expired', 'failed') and requested_at < ${before}`,
    files: ['file_key'],
  }),
  { table: 'supply_declaration', setting: 'supplyDeclarations', deleteExpired: deleteDeclarations },
  { table: 'support_case', setting: 'visitorCases', deleteExpired: deleteVisitorCases },
  {
    table: 'lead',
    setting: 'expiredLeads',
    deleteExpired: leadDeletion((before) => sql`expires_at <= ${before} and contract_id is null`),
  },
  {
    table: 'lead',
    setting: 'contractLeads',
    deleteExpired: leadDeletion(
      // What proves a signed contract is kept as long as its law says (Real Decreto 88/2026, art. 13.ah and 18.5).
      (before, now) => sql`updated_at < ${before} and contract_id is not null
        and not exists (select from duty where kind = 'contract_evidence' and state = 'open' and due_at > ${now}
          and subject = 'signed_contract:' || lead.contract_id)`,
    ),
  },
  rowRetentionRule('curve_correction', {
    setting: 'curves',
    key: ['supply_point_id', 'day', 'source', 'corrected_at'],
    isOver: (before) => sql`corrected_at < ${before}`,
  }),
  // Last, because the lock on the table may have to be requested again by the next run.
  { table: 'curve_day', setting: 'curves', deleteExpired: dropCurveMonths },
]
