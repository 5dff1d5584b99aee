import { type RawBuilder, sql } from 'kysely'

/** What `countedEnergyWh` of ../invoice-status.ts answers, of the invoices that a query names so. */
export function countedEnergy(invoice: 'invoice' | 'page'): RawBuilder<number> {
  const energyWh = sql.ref(`${invoice}.energy_wh`)
  const type = sql.ref(`${invoice}.rectificative_type`)
  return sql<number>`case when ${type} in ('A', 'B') then -abs(${energyWh}) else ${energyWh} end`
}
