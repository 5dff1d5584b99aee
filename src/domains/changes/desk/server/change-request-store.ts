import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { parseSearch } from '#domains/customers/customer-search.ts'
import { findMatchingCustomerIds } from '#domains/customers/server/search-customers.ts'
import { fileNameOf } from '#domains/signatures/server/stored-documents.ts'
import { anyOf, findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { parseId } from '#kit/parse-id.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { openStates } from '../../rules.ts'
import type { ListedChangeRequest } from '../api.ts'
import type { ChangeRequestFilter, NamedChangeKind } from '../rules.ts'

type ChangeRequestQuery = PageRange & { q: string; state: ChangeRequestFilter; kind?: NamedChangeKind }
type ListedRow = Omit<ListedChangeRequest, 'requested_at' | 'updated_at'> & { requested_at: Date; updated_at: Date }

/**
 * Returns the changes of all customers: open ones with those that await the retailer first, longest unchanged first;
 * others by last update, newest first.
 */
export async function findChangeRequests(
  db: Database,
  query: ChangeRequestQuery,
): Promise<ResultPage<ListedChangeRequest>> {
  const { state } = query
  const selection = {
    columns: sql`change_request_id as id, kind, change_request.state, reason, requested_at, updated_at,
      json_build_object('id', customer.customer_id, 'name', customer.name) as customer, contract.name as contract`,
    from: sql`change_request join customer using (customer_id) join contract using (customer_id, contract_id)`,
    where: await buildConditions(db, query),
    orderBy:
      state === 'all' || state === 'done' || state === 'refused'
        ? sql`updated_at desc, change_request_id desc`
        : sql`change_request.state = 'waiting_for_signature', updated_at, change_request_id`,
  }
  const { items, total } = await findPage<ListedRow>(db, selection, query)
  return {
    items: items.map(({ requested_at, updated_at, ...row }) => ({
      ...row,
      requested_at: requested_at.toISOString(),
      updated_at: updated_at.toISOString(),
    })),
    total,
  }
}

async function buildConditions(db: Database, { q, state, kind }: ChangeRequestQuery): Promise<RawBuilder<unknown>[]> {
  const conditions: RawBuilder<unknown>[] = []
  if (state !== 'all')
    conditions.push(sql`change_request.state = any(${state === 'open' ? [...openStates] : [state]}::text[])`)
  if (kind) conditions.push(sql`kind = ${kind}`)
  if (q) {
    const customerIds = await findMatchingCustomerIds(db, parseSearch(q))
    const searchConditions = [sql`${isOneOf('change_request.customer_id', customerIds)}`]
    const changeRequestId = parseId(q)
    if (changeRequestId) searchConditions.push(sql`change_request_id = ${changeRequestId}`)
    conditions.push(anyOf(searchConditions))
  }
  return conditions
}

/** Returns a change by the id from a URL, with its customer and document. */
export async function findChangeRequest(db: Database, id: string) {
  const changeRequestId = parseId(id)
  if (changeRequestId === undefined) return undefined
  const request = await db
    .selectFrom('change_request')
    .innerJoin('customer', 'customer.customer_id', 'change_request.customer_id')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'change_request.customer_id')
        .onRef('contract.contract_id', '=', 'change_request.contract_id'),
    )
    .leftJoin('signature', (join) =>
      join
        .onRef('signature.customer_id', '=', 'change_request.customer_id')
        .onRef('signature.signature_id', '=', 'change_request.signature_id'),
    )
    .where('change_request_id', '=', changeRequestId)
    .selectAll('change_request')
    .select(['customer.name as holder'])
    .select((row) => row.fn.coalesce('customer.claimed_tax_id', 'customer.tax_id').as('tax_id'))
    .select(['contract.name as contract_name', 'contract.cups', 'supply_street', 'supply_city', 'power_watts'])
    .select(['title', 'document_key', 'sealed_key'])
    .executeTakeFirst()
  return request && { ...request, asked_by: await findUserName(db, request.requested_by_user_id) }
}

async function findUserName(db: Database, userId: number | null): Promise<string | null> {
  if (userId === null) return null
  const user = await db.selectFrom('user_account').where('user_id', '=', userId).select('name').executeTakeFirst()
  return user?.name ?? null
}

export type RequestDetailRow = NonNullable<Awaited<ReturnType<typeof findChangeRequest>>>

export type ChangeDocument = {
  id: string
  kind: 'original' | 'signed' | 'file'
  name: string
  key: string
  mediaType: string
  /** The scan state of a file uploaded by the customer. */
  scanState?: string
}

/** Returns the documents of a change: the original, the signed one, and the attached files. */
export async function findChangeDocuments(db: Database, row: RequestDetailRow): Promise<ChangeDocument[]> {
  const { title, document_key, sealed_key, details } = row
  const ofSignature = (kind: 'original' | 'signed', key: string | null) =>
    key && title ? [{ id: kind, kind, name: fileNameOf(title), key, mediaType: 'application/pdf' }] : []
  const { files = [] } = details as { files?: string[] }
  const uploads = await db
    .selectFrom('upload')
    .where('upload_id', '=', sql<string>`any(${files}::uuid[])`)
    .select(['upload_id', 'file_name', 'file_key', 'media_type', 'scan_state'])
    .orderBy('created_at')
    .execute()
  return [
    ...ofSignature('original', document_key),
    ...ofSignature('signed', sealed_key),
    ...uploads.map((upload) => ({
      id: upload.upload_id,
      kind: 'file' as const,
      name: upload.file_name,
      key: upload.file_key,
      scanState: upload.scan_state,
      mediaType: upload.media_type,
    })),
  ]
}
