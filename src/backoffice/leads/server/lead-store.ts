import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { parseSearch } from '#domains/customers/customer-search.ts'
import type { LeadKind } from '#domains/lead-records/lead-kinds.ts'
import { saveLeadHandling } from '#domains/lead-records/server/lead-progress.ts'
import { allOf, findPage, oneOfRows, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { parseId } from '#kit/parse-id.ts'
import { contentVersionOf, requireExpectedVersion } from '#kit/server/content-version.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import type { LeadDetails, ListedLead } from '../api.ts'
import { type CheckOutcome, type Handling, type LeadState, parseLeadId } from '../rules.ts'

export type LeadFilters = {
  q: string
  kind?: LeadKind
  state?: LeadState
  handling?: Handling
  check?: 'awaited' | undefined
}

type LeadRow = Omit<ListedLead, 'created_at'> & { created_at: Date }

/** Returns a page of the leads that match the filters, newest first. */
export async function findLeads(db: Database, query: LeadFilters & PageRange): Promise<ResultPage<ListedLead>> {
  const selection = {
    columns: listedColumns,
    from: sql`lead`,
    where: buildConditions(query),
    orderBy: sql`created_at desc, lead_id desc`,
  }
  const { items, total } = await findPage<LeadRow>(db, selection, query)
  return { items: items.map(withIsoDate), total }
}

export type ExportedLead = ListedLead & { note: string | null }

const exportBatchSize = 500

/** Yields all matching leads, read in batches to limit memory use. */
export async function* streamLeads(db: Database, filters: LeadFilters): AsyncGenerator<ExportedLead> {
  let last: { created_at: Date; id: number } | undefined
  for (;;) {
    const after = last ? sql`(created_at, lead_id) < (${last.created_at}, ${last.id})` : sql`true`
    const { rows } = await sql<LeadRow & { note: string | null }>`
      select ${listedColumns}, handling_note as note
      from lead where ${allOf([...buildConditions(filters), after])}
      order by created_at desc, lead_id desc limit ${exportBatchSize}`.execute(db)
    for (const row of rows) yield { ...withIsoDate(row), note: row.note }
    last = rows.at(-1)
    if (rows.length < exportBatchSize) return
  }
}

// The gas half of a dual contract stores only its own data; the rest is stored in its electricity half.
const listedColumns = sql`
  lead_id as id, kind, state, handling, name, email, phone, tax_id, cups20 as cups,
  (select product.name from product where product_id = (steps #>> '{3,tarifa}')::bigint) as product,
  (findings ->> 'isSolvent')::boolean as is_solvent, (findings ->> 'isSamePerson')::boolean as is_same_person,
  case when state = 'sent' and check_outcome is null then awaited_checks else '{}' end as awaited_checks,
  (select count(*)::integer from lead_file where lead_file.lead_id = lead.lead_id) as files, created_at`

function withIsoDate<Lead extends { created_at: Date }>(lead: Lead): Omit<Lead, 'created_at'> & { created_at: string } {
  return { ...lead, created_at: lead.created_at.toISOString() }
}

function buildConditions({ q, kind, state, handling, check }: LeadFilters): RawBuilder<unknown>[] {
  return [
    ...(kind ? [sql`kind = ${kind}`] : []),
    ...(state ? [sql`state = ${state}`] : []),
    ...(handling ? [sql`handling = ${handling}`] : []),
    // Must match the predicate of the partial index.
    ...(check ? [sql`awaited_checks <> '{}' and check_outcome is null and state = 'sent'`] : []),
    ...(q ? [oneOfRows({ table: 'lead', key: 'lead_id' }, buildSearchConditions(q))] : []),
  ]
}

/** Returns a condition for each possible meaning of the search text, each answered by an index. */
function buildSearchConditions(q: string): RawBuilder<unknown>[] {
  const { terms, email, taxId, cups } = parseSearch(q)
  const [leadId, phone] = [parseLeadId(q), parsePhone(q)]
  const conditions = [sql`false`]
  if (leadId !== null) conditions.push(sql`lead_id = ${leadId}`)
  if (phone !== null) conditions.push(sql`phone = ${phone}`)
  if (email) conditions.push(sql`lower(email) = ${email}`)
  if (taxId) conditions.push(sql`tax_id = ${taxId}`)
  if (cups) conditions.push(sql`cups20 like ${`${cups.slice(0, 20)}%`}`)
  if (terms.length) {
    const query = terms.map((term) => `${term}:*`).join(' & ')
    conditions.push(sql`(name is not null and ${nameVector} @@ to_tsquery('simple', ${query}))`)
  }
  return conditions
}

// Must match the index expression; terms are matched by prefix.
const nameVector = sql`to_tsvector('simple', translate(lower(name), 'áàäâéèëêíìïîóòöôúùüûñç·', 'aaaaeeeeiiiioooouuuunc '))`

export type LeadRecord = LeadRow & {
  updated_at: Date
  expires_at: Date
  locale: string
  steps: Record<string, unknown>
  note: string | null
  handled_at: Date | null
  handled_by: string | null
  check_outcome: CheckOutcome | null
  check_reason: string | null
  checked_at: Date | null
  checked_by: string | null
  customer: LeadDetails['customer']
  contract: string | null
  other_half: number | null
  is_decided_with_other_half: boolean
}

/** Returns a lead by the id from a URL. */
export async function findLead(db: Database, id: string): Promise<LeadRecord | undefined> {
  const leadId = parseId(id)
  if (leadId === undefined) return undefined
  const { rows } = await sql<Omit<LeadRecord, 'contract'> & ContractKey>`
    select ${listedColumns}, customer_id as "customerId", contract_id as "contractId", updated_at, expires_at, locale, steps, handling_note as note, handled_at,
      (select user_account.name from user_account where user_account.user_id = handled_by_user_id) as handled_by,
      check_outcome, check_reason, checked_at,
      (select user_account.name from user_account where user_account.user_id = checked_by_user_id) as checked_by,
      (select json_build_object('id', customer.customer_id, 'name', customer.name)
        from customer where customer.customer_id = lead.customer_id) as customer,
      coalesce(electricity_lead_id,
        (select max(half.lead_id) from lead as half where half.electricity_lead_id = lead.lead_id)) as other_half,
      exists (select from lead as half
        where (half.lead_id = lead.electricity_lead_id or half.electricity_lead_id = lead.lead_id)
          and half.state = 'sent' and half.check_outcome is null and cardinality(half.awaited_checks) > 0)
        as is_decided_with_other_half
    from lead where lead_id = ${leadId}`.execute(db)
  if (!rows[0]) return undefined
  const { customerId, contractId, ...lead } = rows[0]
  return { ...lead, contract: await findContractName(db, { customerId, contractId }) }
}

type ContractKey = { customerId: number | null; contractId: number | null }

async function findContractName(db: Database, { customerId, contractId }: ContractKey): Promise<string | null> {
  const contract = await db
    .selectFrom('contract')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .select('name')
    .executeTakeFirst()
  return contract?.name ?? null
}

/** Returns the files sent with a lead. */
export async function findLeadFiles(db: Database, leadId: number): Promise<LeadDetails['documents']> {
  return db
    .selectFrom('lead_file')
    .innerJoin('upload', 'upload.upload_id', 'lead_file.upload_id')
    .where('lead_id', '=', leadId)
    .orderBy('upload.created_at')
    .orderBy('upload.upload_id')
    .select(['upload.upload_id as id', 'purpose', 'file_name as name', 'size_bytes'])
    .execute()
}

/** Returns one file of a lead by the id from a URL. */
export async function findLeadFile(db: Database, { id, fileId }: { id: string; fileId: string }) {
  const leadId = parseId(id)
  if (leadId === undefined || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(fileId)) return undefined
  return db
    .selectFrom('lead_file')
    .innerJoin('upload', 'upload.upload_id', 'lead_file.upload_id')
    .where('lead_id', '=', leadId)
    .where('upload.upload_id', '=', fileId)
    .select(['lead_id', 'purpose', 'file_key', 'file_name', 'media_type', 'scan_state'])
    .executeTakeFirst()
}

/** Returns the version of a lead's handling and note. */
export function handlingVersion({ handling, note }: { handling: string; note: string | null }): string {
  return contentVersionOf([handling, note])
}

/** Saves the handling of a lead. @returns the handling before. */
export async function saveHandling(
  db: Database,
  {
    leadId,
    handling,
    note,
    seen,
    userId,
    now,
  }: { leadId: number; handling: Handling; note: string; seen: string | undefined; userId: number; now: Date },
): Promise<string> {
  const before = await db
    .selectFrom('lead')
    .where('lead_id', '=', leadId)
    .select(['handling', 'handling_note as note'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  requireExpectedVersion(seen, { version: handlingVersion(before), ...before })
  await saveLeadHandling(db, { leadId, handling, note: note || null, userId, now })
  return before.handling
}
