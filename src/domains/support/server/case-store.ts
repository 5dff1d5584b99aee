import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findSuspensionStops } from '#domains/contract-records/server/suspension-stops.ts'
import type { ReplyIn } from '#kit/call.ts'
import { parseId } from '#kit/parse-id.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { localizedColumn } from '#kit/server/localized-column.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { listRequests } from '../api.ts'
import { openRequestStates } from '../rules.ts'
import { answerDueAtSql, answerDutyJoin, caseClockSql } from './answer-duty.ts'
import { isRatableSql } from './rating.ts'

type CustomerScope = { customerIds: number[] }

/** Returns a holder's case in its current state, or undefined if it is not theirs. */
export function findCase(db: Database, { customerIds, caseId }: CustomerScope & { caseId: number }) {
  return db
    .selectFrom('support_case')
    .where(isOneOf('customer_id', customerIds))
    .where('case_id', '=', caseId)
    .selectAll()
    .executeTakeFirst()
}

/** Returns a holder's case by the id from a URL, or undefined if it is not theirs. */
export async function findOwnCase(db: Database, { customerIds }: CustomerScope, id: string) {
  const caseId = parseId(id)
  return caseId === undefined ? undefined : findCase(db, { customerIds, caseId })
}
export type OwnCaseRow = NonNullable<Awaited<ReturnType<typeof findCase>>>

type StoredRequests = Omit<ReplyIn<typeof listRequests>, 'items'> & {
  items: (ReplyIn<typeof listRequests>['items'][number] & { details: unknown })[]
}

const isoInstantSql = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/**
 * Returns a holder's cases and change requests, latest activity first, as the JSON of the reply without the values of
 * changes.
 */
export async function findRequests(
  db: Database,
  {
    customerIds,
    locale,
    offset,
    limit,
    open,
    now,
  }: CustomerScope & { locale: Locale; offset: number; limit: number; open: boolean; now: Date },
): Promise<StoredRequests> {
  // Both kinds have ids of their own, so ids alone are not unique.
  const requests = sql`
    select 'case' as kind, support_case.case_id as id,
      to_char(opened_at at time zone 'Europe/Madrid', 'YYYY') || '-' || lpad(support_case.case_id::text, 6, '0') as number,
      support_case.subject, coalesce(${localizedColumn(locale, 'support_category.names')}, ${localizedColumn(locale, 'support_type.names')}) as category,
      null as change, null::jsonb as details, support_case.state, closure, support_case.customer_id, support_case.contract_id,
      opened_at, updated_at, answer_duty.due_on, ${answerDueAtSql} as due_at, ${caseClockSql(now)} as clock, answered_at,
      null::uuid as signature_id
    from support_case
      ${answerDutyJoin()}
      left join support_category using (category_id)
      left join support_type on support_type.code = type_code
    where ${isOneOf('support_case.customer_id', customerIds)}
    union all
    select 'change', change_request_id, null, null, null, kind, details::jsonb, state, null, customer_id, contract_id, requested_at,
      updated_at, null, null, null, null, case when state = 'waiting_for_signature' then signature_id end
    from change_request
    where ${isOneOf('customer_id', customerIds)}`
  const ofState = open ? sql`state = any(${openRequestStates}::text[])` : sql`true`
  const { rows } = await sql<{ page: string }>`
    with request as (select * from (${requests}) as all_requests where ${ofState}),
    page as (select * from request order by updated_at desc, kind, id desc limit ${limit} offset ${offset})
    select json_build_object(
      'items', coalesce((
        select json_agg(json_build_object(
          'kind', page.kind, 'id', page.id, 'number', page.number, 'subject', page.subject, 'category', page.category,
          'change', page.change, 'details', page.details, 'state', page.state, 'closure', page.closure,
          'contract', ${contractJsonSql('page')},
          'opened_at', ${isoInstantSql('page.opened_at')}, 'updated_at', ${isoInstantSql('page.updated_at')},
          'due_on', page.due_on, 'due_at', ${isoInstantSql('page.due_at')}, 'clock', page.clock, 'answered_at', ${isoInstantSql('page.answered_at')}, 'signature_id', page.signature_id
        ) order by page.updated_at desc, page.kind, page.id desc)
        from page left join contract on contract.customer_id = page.customer_id and contract.contract_id = page.contract_id
          and ${isOneOf('contract.customer_id', customerIds)}
      ), '[]'::json),
      'n_items', (select count(*) from request),
      'offset', ${offset}::int,
      'limit', ${limit}::int
    )::text as page`.execute(db)
  return JSON.parse(rows[0]!.page)
}

/** Returns a case with all its messages, as the JSON of the reply. */
export async function renderCaseJson(
  db: Database,
  row: OwnCaseRow,
  { locale, now }: { locale: Locale; now: Date },
): Promise<string> {
  const contract = await findShownContract(db, row)
  const stops = await findSuspensionStops(db, { customerId: row.customer_id, subject: `case:${row.case_id}` })
  const { rows } = await sql<{ reply: string }>`
    select json_build_object(
      'id', found.case_id,
      'number', to_char(opened_at at time zone 'Europe/Madrid', 'YYYY') || '-' || lpad(found.case_id::text, 6, '0'),
      'subject', found.subject,
      'category', coalesce(${localizedColumn(locale, 'support_category.names')}, ${localizedColumn(locale, 'support_type.names')}),
      'state', found.state,
      'contract', ${json(contract && { name: contract.name, type: contract.energy, full_address: contract.address })},
      'opened_at', ${isoInstantSql('found.opened_at')},
      'answered_at', ${isoInstantSql('found.answered_at')},
      'closure', found.closure,
      'topic', found.topic,
      'clock', ${caseClockSql(now)},
      'term', case when answer_duty.duty_id is not null then json_build_object(
        'due_on', answer_duty.due_on, 'due_at', ${isoInstantSql('answer_duty.due_at')},
        'count', (answer_duty.norm #>> '{term,count}')::integer, 'unit', answer_duty.norm #>> '{term,unit}',
        'norm', nullif(concat_ws(', art. ', answer_duty.norm ->> 'law', answer_duty.norm ->> 'article'), ''),
        'source', answer_duty.norm ->> 'source', 'recourse', answer_duty.norm ->> 'recourse') end,
      'stops_suspension', ${stops.length > 0}::boolean,
      'complete_by', completion.due_on,
      'call_back', case when call_back_state is not null then json_build_object('at', ${isoInstantSql('call_back_at')},
        'phone', call_back_phone, 'state', call_back_state, 'tries', call_back_tries) end,
      'supervisor', case when supervisor.duty_id is not null then json_build_object('due_on', supervisor.due_on,
        'is_late', supervisor.due_at <= ${now}) end,
      'answer', found.answer_channel,
      'is_ratable', ${isRatableSql('found')},
      'rating', found.rating,
      'distributor', case when found.topic = 'continuity' then ${json(contract?.distributor)} end,
      'reading', case when reading is not null then json_build_object(
        'date', reading ->> 'day', 'unit', case when ${contract?.energy ?? null}::text = 'gas' then 'm3' else 'kWh' end,
        'registers', (select json_agg(amount::numeric / 1000) from jsonb_array_elements_text(reading -> 'amounts') as amount)
      ) end,
      'invoice_line', invoice_line,
      'is_unrequested_switch', unrequested_switch is not null,
      'messages', (
        select json_agg(json_build_object(
          'id', message_id, 'author', author, 'author_name', user_account.name, 'message', words,
          'written_at', ${isoInstantSql('written_at')},
          'attachments', coalesce((
            select json_agg(json_build_object('id', upload_id, 'filename', file_name, 'size_bytes', size_bytes,
              'scan_state', scan_state) order by place)
            from support_attachment join upload using (upload_id)
            where support_attachment.case_id = found.case_id
              and support_attachment.message_id = support_message.message_id
          ), '[]'::json)
        ) order by written_at, message_id)
        from support_message left join user_account using (user_id)
        where support_message.case_id = found.case_id
      )
    )::text as reply
    from support_case as found
      left join support_category on support_category.category_id = found.category_id
      left join support_type on support_type.code = type_code
      ${answerDutyJoin('found')}
      left join duty as completion on completion.kind = 'case_completion' and completion.state = 'open'
        and completion.subject = 'case:' || found.case_id
      left join duty as supervisor on supervisor.kind = 'supervisor_call' and supervisor.state = 'open'
        and supervisor.subject = 'case:' || found.case_id
    where found.case_id = ${row.case_id}`.execute(db)
  return rows[0]!.reply
}

// A statement of its own: a contract is on another node than cases, and joined with it, all duties of cases would be read.
async function findShownContract(db: Database, { customer_id: customerId, contract_id: contractId }: OwnCaseRow) {
  if (customerId === null || contractId === null) return undefined
  const { rows } = await sql<{
    name: string
    energy: string
    address: string | null
    distributor: { name: string; breakdown_phone: string | null } | null
  }>`
    select contract.name, contract.energy, supply_street || ' - ' || supply_city as address,
      case when distributor.distributor_id is not null then json_build_object(
        'name', distributor.name, 'breakdown_phone', breakdown_phone) end as distributor
    from contract
      left join supply_point on supply_point.supply_point_id = contract.supply_point_id
      left join distributor on distributor.distributor_id = supply_point.distributor_id
    where customer_id = ${customerId} and contract_id = ${contractId}`.execute(db)
  return rows[0]
}

function json(value: object | null | undefined): RawBuilder<unknown> {
  return sql`${value ? JSON.stringify(value) : null}::json`
}

/** Returns a file attached to a message of a holder's case, or undefined if it is not theirs. */
export function findCaseAttachment(
  db: Database,
  { customerIds, caseId, uploadId }: CustomerScope & { caseId: number; uploadId: string },
) {
  return db
    .selectFrom('support_attachment')
    .innerJoin('support_case', 'support_case.case_id', 'support_attachment.case_id')
    .innerJoin('upload', 'upload.upload_id', 'support_attachment.upload_id')
    .where(isOneOf('support_case.customer_id', customerIds))
    .where('support_case.case_id', '=', caseId)
    .where('upload.upload_id', '=', uploadId)
    .select(['file_key', 'file_name', 'media_type', 'scan_state'])
    .executeTakeFirst()
}

function contractJsonSql(from: string) {
  return sql`case when ${sql.ref(`${from}.contract_id`)} is not null then json_build_object(
    'name', contract.name, 'type', contract.energy, 'full_address', contract.supply_street || ' - ' || contract.supply_city
  ) end`
}
