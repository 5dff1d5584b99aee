import type { Database } from '#db/database.ts'
import { adoptVouched } from '#domains/accounts/server/vouched-claims.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import { cups20 } from '#vocabulary/cups.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { because } from '#vocabulary/told-reasons.ts'
import { type AddressRow, storeAddresses } from './addresses.ts'
import type { ContractItem } from './contracts-file.ts'
import {
  activeContracts,
  type KnownContract,
  type KnownCustomer,
  type KnownSupplyPoint,
  knownContracts,
  knownCustomers,
  knownSupplyPoints,
  productIds,
  productKey,
} from './known.ts'
import { accepted, counted, type Placed, type Reason, type Refuse, type Stored } from './report.ts'

/** Keeps contracts by their name. A contract stays with its holder, and a supply point has one active contract. */
export async function storeContracts(
  db: Database,
  placed: readonly Placed<ContractItem>[],
  refuse: Refuse,
): Promise<Stored> {
  await adoptVouched(
    db,
    placed.map(({ item: { name, customer } }) => ({ contract: name, taxId: customer })),
  )
  const references = await referencesOf(
    db,
    placed.map(({ item }) => item),
  )
  const complete = placed.filter(({ item, path }) => {
    const [member, reason, code] = missingReference(item, references) ?? []
    if (member) refuse(`${path}.${member}`, reason!, code)
    return !member
  })
  const contracts = accepted(complete, refuse, await takenSupplyPoints(db, complete, references))
  const addressIds = await storeAddresses(
    db,
    contracts.map((contract) => addressRow(contract, references)),
  )
  const rows = contracts.map((contract, place) => ({
    ...contractRow(contract, references),
    notification_address_id: addressIds[place]!,
  }))
  return counted(await upsertRows(db, { table: 'contract', key: ['name'], rows, isVersioned: true }))
}

/** What contracts refer to, as far as it is known. */
type References = {
  customers: ReadonlyMap<string, KnownCustomer>
  supplyPoints: ReadonlyMap<string, KnownSupplyPoint>
  products: ReadonlyMap<string, number>
  contracts: ReadonlyMap<string, KnownContract>
}

async function referencesOf(db: Database, contracts: readonly ContractItem[]): Promise<References> {
  return {
    customers: await knownCustomers(
      db,
      contracts.map(({ customer }) => customer),
    ),
    supplyPoints: await knownSupplyPoints(
      db,
      contracts.map(({ supplyPoint }) => supplyPoint),
    ),
    products: await productIds(db),
    contracts: await knownContracts(
      db,
      contracts.map(({ name }) => name),
    ),
  }
}

function missingReference(
  { name, customer, supplyPoint, product, tariff, powerWatts }: ContractItem,
  { customers, supplyPoints, products, contracts }: References,
): Reason | undefined {
  const holder = customers.get(customer)
  if (!holder) return ['customer', because('customer_unknown', { key: customer }), 'unknown_reference']
  const known = contracts.get(name)
  if (known && known.customerId !== holder.customerId)
    return ['customer', because('contract_of_another', { key: name })]
  const point = supplyPoints.get(cups20(supplyPoint))
  if (!point) return ['supplyPoint', because('supply_point_unknown', { key: supplyPoint }), 'unknown_reference']
  // Contracts of electricity have powers, those of gas none: the file has been held to that by the tariff.
  const energy = powerWatts.length > 0 ? 'electricity' : 'gas'
  if (point.energy !== energy) return ['tariff', because('energy_differs', { tariff, energy, point: point.energy })]
  if (!products.has(productKey({ energy, name: product })))
    return ['product', because('product_unknown', { key: product, energy }), 'unknown_reference']
}

/** Tells of a contract that another one is already active on its supply point. To be asked in the order of the file. */
async function takenSupplyPoints(
  db: Database,
  placed: readonly Placed<ContractItem>[],
  { supplyPoints }: References,
): Promise<(contract: ContractItem) => Reason | undefined> {
  const idOf = ({ supplyPoint }: ContractItem) => supplyPoints.get(cups20(supplyPoint))!.supplyPointId
  const active = await activeContracts(db, {
    supplyPointIds: placed.map(({ item }) => idOf(item)),
    except: placed.map(({ item }) => item.name),
  })
  return (contract) => {
    if (contract.state !== 'activa') return
    const other = active.get(idOf(contract))
    if (other !== undefined) return ['supplyPoint', because('point_taken', { key: other })]
    active.set(idOf(contract), contract.name)
  }
}

/** Where letters about a contract go: to its holder unless the file says otherwise. */
function addressRow({ customer, notification }: ContractItem, { customers }: References): AddressRow {
  const holder = customers.get(customer)!
  const { name, address, email, phone } = notification ?? { ...holder, address: holder.fiscalAddress }
  return { customer_id: holder.customerId, name, full_address: address, email, phone }
}

function contractRow(contract: ContractItem, { customers, supplyPoints, products, contracts }: References) {
  const customer = customers.get(contract.customer)!
  const point = supplyPoints.get(cups20(contract.supplyPoint))!
  const payer = contract.payer ?? { name: customer.name, taxId: contract.customer, address: customer.fiscalAddress }
  return {
    customer_id: customer.customerId,
    name: contract.name,
    energy: point.energy,
    state: contract.state,
    supply_point_id: point.supplyPointId,
    cups: point.cups,
    supply_street: point.street,
    supply_city: point.city,
    signed_on: contract.signedOn,
    starts_on: contract.startsOn,
    ends_on: contract.endsOn,
    tariff: contract.tariff,
    tariff_from: tariffFrom(contract, contracts.get(contract.name)),
    product_id: products.get(productKey({ energy: point.energy, name: contract.product }))!,
    power_watts: contract.powerWatts,
    self_consumption_code: contract.selfConsumption,
    atr_available: contract.atrAvailable,
    payer_name: payer.name,
    payer_tax_id: payer.taxId,
    payer_address: payer.address,
    iban: contract.iban,
    invoice_delivery: contract.invoiceDelivery,
    distributor_reference: contract.distributorReference,
    pressure: contract.pressure,
    flow_rate: contract.flowRate,
  }
}

/** Since when the tariff applies: as the file says, or as it was; one that changes without a day applies from today. */
function tariffFrom({ tariff, tariffFrom: told }: ContractItem, known: KnownContract | undefined): MarketDay | null {
  if (told !== null || !known) return told
  return known.tariff === tariff ? known.tariffFrom : marketDayOf(new Date(), 'Europe/Madrid')
}
