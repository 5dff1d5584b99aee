import { type RawBuilder, sql } from 'kysely'
import { contentVersionInSql } from '#kit/server/content-version.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { withoutSelfConsumption } from '#vocabulary/self-consumption.ts'

/** The balance of the row `battery` of one of these customers: the sum of its ledger. */
export function balanceCents(customerIds: readonly number[]): RawBuilder<number> {
  return sql`(
    select coalesce(sum(amount_cents), 0)::int from battery_entry entry
    where ${isOneOf('entry.customer_id', customerIds)} and entry.customer_id = battery.customer_id
      and entry.battery_id = battery.battery_id
  )`
}

/** The version of a share, computed over its row `link`. */
export const shareVersion: RawBuilder<string> = contentVersionInSql(
  ...['battery_id', 'percentage', 'discount_handling', 'ends_on'].map((column) => sql.ref(`link.${column}`)),
)

/** The batteries that the contracts of the rows of `page`, of these customers, have a share in, newest first, as API JSON. */
export function batteryLinksJson(customerIds: readonly number[]): RawBuilder<unknown> {
  return sql`coalesce((
  select json_agg(json_build_object(
    'id', link.battery_link_id,
    'bateria', json_build_object('id', link.battery_id, 'name', battery.name),
    'pes', link.weight,
    'pes_percentatge', link.percentage,
    'data_inici', link.starts_on,
    'data_final', link.ends_on,
    'gestio_descomptes', link.discount_handling,
    'total_descompte', ${balanceCents(customerIds)} * 0.01,
    'es_origen', link.is_origin,
    'self_consumption', page.self_consumption_code <> ${withoutSelfConsumption},
    'version', ${shareVersion}
  ) order by link.starts_on desc, link.battery_link_id)
  from battery_link link join battery using (customer_id, battery_id)
  where ${isOneOf('link.customer_id', customerIds)} and ${isOneOf('battery.customer_id', customerIds)}
    and link.customer_id = page.customer_id and link.contract_id = page.contract_id
), '[]'::json)`
}
