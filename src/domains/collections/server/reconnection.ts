import type { Database } from '#db/database.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { reconnectionPriceOn } from '../reconnection-price.ts'
import { openDebtDuty } from './debt-duties.ts'
import { type ContractOfDebt, type Debt, type DebtKey, updateDebt } from './debt-store.ts'

type Reconnection = {
  key: DebtKey
  debt: Debt
  contract: ContractOfDebt
  now: Date
  /** Whether the supply should not have been suspended. */
  isOwnFault: boolean
}

/**
 * Opens the duties of a reconnection (RD 88/2026, article 52) and tells the retailer's systems, which ask the
 * distributor for it and bill its price. Who was cut wrongly pays nothing and is paid the same price (article 51).
 */
export async function requestReconnection(db: Database, { key, debt, contract, now, isOwnFault }: Reconnection) {
  const day = marketDayOf(now, 'Europe/Madrid')
  const { energy, place: provinceCode, contractId } = contract
  const price = reconnectionPriceOn({ energy, provinceCode, day }, await loadRegulatedPrices(db))
  const cents = price && (isOwnFault ? -price.baseCents : price.baseCents)
  await updateDebt(db, key, { reconnection_cents: cents })
  // A power that was asked for already keeps its duties.
  if (debt.step !== 'reconnecting')
    for (const kind of ['reconnection_request', 'reconnection'] as const)
      await openDebtDuty(db, { kind, debt, contract, at: now })
  const data = {
    ...{ customer_id: key.customerId, contract_id: contractId, debt_id: key.debtId },
    ...{ amount: (cents ?? 0) / 100, is_wrongly_suspended: isOwnFault },
  }
  await queueEvent(db, { type: 'contract.reconnection_requested', data }, now)
}
