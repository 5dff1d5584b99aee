import { type RawBuilder, sql } from 'kysely'

/** Returns what `countedEnergyWh` of ../invoice-status.ts returns, as SQL over the invoice rows with this alias. */
export function selectSignedEnergy(invoice: 'invoice' | 'page'): RawBuilder<number> {
  const energyWh = sql.ref(`${invoice}.energy_wh`)
  const type = sql.ref(`${invoice}.rectificative_type`)
  return sql<number>`case when ${type} in ('A', 'B') then -abs(${energyWh}) else ${energyWh} end`
}
