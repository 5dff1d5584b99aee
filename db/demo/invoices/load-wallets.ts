import type { Database } from '#db/database.ts'
import { insertRows } from '#kit/server/bulk-rows.ts'
import type { DemoHolder } from '../cast/demo-holder.ts'
import { contractedSupplies } from './contracted-supplies.ts'
import type { Wallets } from './wallets.ts'

/** Stores the solar wallets of the holders with what their bills have put into them and taken out. */
export async function loadWallets(db: Database, walletsOf: ReadonlyMap<DemoHolder, Wallets>) {
  for (const [holder, wallets] of walletsOf) {
    if (holder.wallets.length === 0) continue
    const contracted = await contractedSupplies(db, holder)
    const { customerId } = contracted[0]!
    const batteries = await insertRows(db, {
      table: 'battery',
      rows: holder.wallets.map(({ name }) => ({ customer_id: customerId, name })),
      returning: ['battery_id'],
    })
    const contractIds = new Map(contracted.map(({ supply, contractId }) => [supply.contract, contractId]))
    const links = holder.wallets.flatMap(({ links }, index) =>
      links.map(({ contract, percentage, startsOn, endsOn, isOrigin }) => ({
        customer_id: customerId,
        battery_id: batteries[index]!.battery_id,
        contract_id: contractIds.get(contract)!,
        percentage,
        starts_on: startsOn,
        ends_on: endsOn,
        is_origin: isOrigin,
      })),
    )
    await insertRows(db, { table: 'battery_link', rows: links })
    const entries = holder.wallets.flatMap((wallet, index) =>
      wallets.entriesOf(wallet).map(({ bookedOn, reason, amountCents, contract, invoiceId }) => ({
        customer_id: customerId,
        battery_id: batteries[index]!.battery_id,
        booked_on: bookedOn,
        amount_cents: amountCents,
        reason,
        contract_id: contractIds.get(contract)!,
        invoice_id: invoiceId,
      })),
    )
    await insertRows(db, { table: 'battery_entry', rows: entries })
  }
}
