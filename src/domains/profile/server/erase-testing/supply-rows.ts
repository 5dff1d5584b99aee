import { insertBattery, insertBatteryLink, insertCurveDays } from '#app/server/testing/builders.ts'
import type { PersonInserter, RowOwner } from './person-inserter.ts'

/** Inserts the battery of a contract, and what is measured and registered at its supply point. */
export async function insertSupplyRows(inserter: PersonInserter, owner: RowOwner) {
  await insertBatteryRows(inserter, owner)
  const { db, add } = inserter
  const ofSupplyPoint = { supply_point_id: owner.contract.supplyPointId }
  const day = { day: '2024-01-01', source: 'f1', step_minutes: 60, import_wh: [1], import_period_wh: [1] }
  await insertCurveDays(db, [{ ...ofSupplyPoint, ...day }])
  await add('curve_correction', {
    ...{ ...ofSupplyPoint, day: '2024-01-01', source: 'f1', step_minutes: 60, import_wh: [1], file_version: 0 },
    ...{ corrected_at: new Date('2024-02-01T00:00:00Z'), before_wh: 1, after_wh: 2, origin: 'command' },
  })
  await add('held_power', { ...ofSupplyPoint, held_until: '2023-01-01', power_watts: 1 })
  await add('meter_reading', { ...ofSupplyPoint, day: '2024-01-01', register_wh: [1] })
  await add('gas_reading', { ...ofSupplyPoint, day: '2024-01-01', register_litres: 1 })
  await add('supply_zone', { ...ofSupplyPoint, from_day: '2024-01-01', province_code: '08' })
}

async function insertBatteryRows({ db, who, add }: PersonInserter, { customerId, contract }: RowOwner) {
  const batteryId = await insertBattery(db, { customerId, name: who.name })
  await db.updateTable('battery').set({ known_as: who.word }).where('battery_id', '=', batteryId).execute()
  await insertBatteryLink(db, { contract, battery_id: batteryId })
  const entry = { booked_on: '2024-01-01', reason: 'surplus', amount_cents: 5 }
  await add('battery_entry', { customer_id: customerId, battery_id: batteryId, ...entry })
}
