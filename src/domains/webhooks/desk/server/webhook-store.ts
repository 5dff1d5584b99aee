import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { parseId } from '#kit/parse-id.ts'
import { eventBodyOf } from '../../server/deliver-event.ts'
import type { DeliveryDetails, DeliveryTry, WebhookDelivery, WebhookEndpoint } from '../api.ts'
import type { DeliveryFilter } from '../rules.ts'

type EndpointRow = Omit<WebhookEndpoint, 'off' | 'last_delivered_at' | 'both_secrets_until' | 'created_at'> & {
  off_at: Date | null
  off_reason: NonNullable<WebhookEndpoint['off']>['reason'] | null
  last_delivered_at: Date | null
  previous_until: Date | null
  created_at: Date
}

/** Returns every endpoint, or one, with its numbers of waiting and failed deliveries. */
export async function findEndpoints(db: Database, now: Date, id?: string): Promise<WebhookEndpoint[]> {
  const endpointId = parseId(id)
  if (id !== undefined && endpointId === undefined) return []
  const { rows } = await sql<EndpointRow>`
    select endpoint_id as id, url, description, event_types, off_at, off_reason, last_delivered_at, previous_until,
      created_at, version,
      (select count(*) from webhook_delivery
        where webhook_delivery.endpoint_id = webhook_endpoint.endpoint_id and state = 'waiting')::integer as waiting,
      (select count(*) from webhook_delivery
        where webhook_delivery.endpoint_id = webhook_endpoint.endpoint_id and state in ('given_up', 'held'))::integer
        as failed
    from webhook_endpoint ${endpointId === undefined ? sql`` : sql`where endpoint_id = ${endpointId}`}
    order by endpoint_id`.execute(db)
  return rows.map(({ off_at, off_reason, last_delivered_at, previous_until, created_at, ...row }) => ({
    ...row,
    off: off_at && off_reason && { at: off_at.toISOString(), reason: off_reason },
    last_delivered_at: last_delivered_at?.toISOString() ?? null,
    both_secrets_until: previous_until && previous_until > now ? previous_until.toISOString() : null,
    created_at: created_at.toISOString(),
  }))
}

type DeliveryQuery = PageRange & { q: string; endpoint?: number; state: DeliveryFilter }
type DeliveryRow = Omit<WebhookDelivery, 'happened_at' | 'last_try_at' | 'next_try_at'> & {
  happened_at: Date
  last_try_at: Date | null
  next_try_at: Date
}

const deliveryColumns = sql`
  delivery_id as id, event_id, type, happened_at, state, tries, last_try_at, next_try_at, reply_code, failure,
  json_build_object('id', endpoint_id, 'url', url, 'is_off', off_at is not null) as endpoint`
const deliveryTables = sql`webhook_delivery join webhook_event using (event_id) join webhook_endpoint using (endpoint_id)`

/** Returns a page of deliveries, newest first. */
export async function findDeliveries(db: Database, query: DeliveryQuery): Promise<ResultPage<WebhookDelivery>> {
  const selection = {
    columns: deliveryColumns,
    from: deliveryTables,
    where: buildConditions(query),
    orderBy: sql`webhook_delivery.created_at desc, delivery_id desc`,
  }
  const { items, total } = await findPage<DeliveryRow>(db, selection, query)
  return { items: items.map(presentDelivery), total }
}

function buildConditions({ q, endpoint, state }: DeliveryQuery): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (endpoint !== undefined) conditions.push(sql`endpoint_id = ${endpoint}`)
  if (state !== 'all') conditions.push(sql`state = any(${state === 'failed' ? ['given_up', 'held'] : [state]}::text[])`)
  if (isEventId(q)) conditions.push(sql`event_id = ${q}::uuid`)
  else if (parseId(q)) conditions.push(sql`customer_id = ${parseId(q)}`)
  else if (q !== '') conditions.push(sql`starts_with(type, ${q.toLowerCase()})`)
  return conditions
}

function isEventId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

/** Returns a delivery with its body, by the id from a URL. */
export async function findDelivery(db: Database, id: string): Promise<DeliveryDetails | undefined> {
  const deliveryId = parseId(id)
  if (deliveryId === undefined) return undefined
  const { rows } = await sql<DeliveryRow & { data: unknown }>`
    select ${deliveryColumns}, data from ${deliveryTables} where delivery_id = ${deliveryId}`.execute(db)
  const [match] = rows
  if (!match) return undefined
  const { data, ...row } = match
  const body = eventBodyOf({ type: row.type, happenedAt: row.happened_at, data })
  return { ...presentDelivery(row), body, history: await findTries(db, deliveryId) }
}

async function findTries(db: Database, deliveryId: number): Promise<DeliveryTry[]> {
  const rows = await db
    .selectFrom('webhook_try')
    .where('delivery_id', '=', deliveryId)
    .orderBy('webhook_try_id', 'desc')
    .select(['webhook_try_id as id', 'tried_at', 'duration_ms', 'reply_code', 'reply_cut', 'failure'])
    .$narrowType<Pick<DeliveryTry, 'failure'>>()
    .execute()
  return rows.map(({ tried_at, ...row }) => ({ ...row, at: tried_at.toISOString() }))
}

function presentDelivery({ happened_at, last_try_at, next_try_at, ...row }: DeliveryRow): WebhookDelivery {
  return {
    ...row,
    happened_at: happened_at.toISOString(),
    last_try_at: last_try_at?.toISOString() ?? null,
    next_try_at: row.state === 'waiting' ? next_try_at.toISOString() : null,
  }
}
