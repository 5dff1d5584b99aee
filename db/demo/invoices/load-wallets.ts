import type { Database } from '#db/database.ts'
import { insertRows } from '#kit/server/bulk-rows.ts'
import type { DemoHolder } from '../customers/demo-holder.ts'
import { readContractedSupplies } from './contracted-supplies.ts'
import type { DemoWallets } from './wallets.ts'

/** Stores the holders' solar wallets with what their bills have added and withdrawn. */
export async function loadWallets(db: Database, walletsOf: ReadonlyMap<DemoHolder, DemoWallets>) {
  for (const [holder, wallets] of walletsOf) {
    if (holder.wallets.length === 0) continue
    const contracted = await readContractedSupplies(db, holder)
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
