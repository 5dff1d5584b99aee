import type { Database } from '#db/database.ts'
import { confirmVouchedClaims } from '#domains/accounts/server/vouched-claims.ts'
import { storeContractRows } from '#domains/contract-records/server/contract-store.ts'
import { endSwitchDuties } from '#domains/contracting/server/contract-duties.ts'
import { type AddressRow, storeAddresses } from '#domains/correspondence/server/store-address-lines.ts'
import { cups20 } from '#vocabulary/cups.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { openAgreedDateDuties } from '../agreed-date-duties.ts'
import type { ContractItem } from './contracts-file.ts'
import {
  findActiveContracts,
  findKnownContracts,
  findKnownCustomers,
  findKnownSupplyPoints,
  findProductIds,
  type KnownContract,
  type KnownCustomer,
  type KnownSupplyPoint,
  productKey,
} from './find-known.ts'
import { countWrites, filterAccepted, type ImportEntry, type Reason, type Refuse, type WriteCounts } from './report.ts'

/** Stores contracts by their name. A contract stays with its holder, and a supply point has one active contract. */
export async function storeContracts(
  db: Database,
  entries: readonly ImportEntry<ContractItem>[],
  refuse: Refuse,
): Promise<WriteCounts> {
  await confirmVouchedClaims(
    db,
    entries.map(({ item: { name, customer } }) => ({ contract: name, taxId: customer })),
  )
  const references = await findReferences(
    db,
    entries.map(({ item }) => item),
  )
  const complete = entries.filter(({ item, path }) => {
    const [member, reason, code] = findMissingReference(item, references) ?? []
    if (member) refuse(`${path}.${member}`, reason!, code)
    return !member
  })
  const contracts = filterAccepted(complete, refuse, await createActivePointCheck(db, complete, references))
  const addressIds = await storeAddresses(
    db,
    contracts.map((contract) => buildAddressRow(contract, references)),
  )
  const rows = contracts.map((contract, index) => ({
    ...buildContractRow(contract, references),
    notification_address_id: addressIds[index]!,
  }))
  const written = await storeContractRows(db, rows)
  await openAgreedDateDuties(db, written, new Date())
  const active = rows.filter(({ state }) => state === 'activa')
  await endSwitchDuties(
    db,
    active.map(({ customer_id: customerId, name }) => ({ customerId, name })),
    new Date(),
  )
  return countWrites(written)
}

/** What contracts refer to, as far as it is known. */
type References = {
  customers: ReadonlyMap<string, KnownCustomer>
  supplyPoints: ReadonlyMap<string, KnownSupplyPoint>
  products: ReadonlyMap<string, number>
  contracts: ReadonlyMap<string, KnownContract>
}

async function findReferences(db: Database, contracts: readonly ContractItem[]): Promise<References> {
  return {
    customers: await findKnownCustomers(
      db,
      contracts.map(({ customer }) => customer),
    ),
    supplyPoints: await findKnownSupplyPoints(
      db,
      contracts.map(({ supplyPoint }) => supplyPoint),
    ),
    products: await findProductIds(db),
    contracts: await findKnownContracts(
      db,
      contracts.map(({ name }) => name),
    ),
  }
}

function findMissingReference(
  { name, customer, supplyPoint, product, tariff, powerWatts }: ContractItem,
  { customers, supplyPoints, products, contracts }: References,
): Reason | undefined {
  const holder = customers.get(customer)
  if (!holder) return ['customer', rejectionReason('customer_unknown', { key: customer }), 'unknown_reference']
  const known = contracts.get(name)
  if (known && known.customerId !== holder.customerId)
    return ['customer', rejectionReason('contract_of_another', { key: name })]
  const point = supplyPoints.get(cups20(supplyPoint))
  if (!point) return ['supplyPoint', rejectionReason('supply_point_unknown', { key: supplyPoint }), 'unknown_reference']
  // Electricity contracts have powers, gas contracts have none: validated against the tariff in the file.
  const energy = powerWatts.length > 0 ? 'electricity' : 'gas'
  if (point.energy !== energy)
    return ['tariff', rejectionReason('energy_differs', { tariff, energy, point: point.energy })]
  if (!products.has(productKey({ energy, name: product })))
    return ['product', rejectionReason('product_unknown', { key: product, energy }), 'unknown_reference']
}

/**
 * Returns a check that reports a contract whose supply point already has another active one. It must be called in the
 * order of the file.
 */
async function createActivePointCheck(
  db: Database,
  entries: readonly ImportEntry<ContractItem>[],
  { supplyPoints }: References,
): Promise<(contract: ContractItem) => Reason | undefined> {
  const idOf = ({ supplyPoint }: ContractItem) => supplyPoints.get(cups20(supplyPoint))!.supplyPointId
  const active = await findActiveContracts(db, {
    supplyPointIds: entries.map(({ item }) => idOf(item)),
    except: entries.map(({ item }) => item.name),
  })
  return (contract) => {
    if (contract.state !== 'activa') return
    const other = active.get(idOf(contract))
    if (other !== undefined) return ['supplyPoint', rejectionReason('point_taken', { key: other })]
    active.set(idOf(contract), contract.name)
  }
}

/** Returns the address for letters about a contract: that of its holder unless the file gives another. */
function buildAddressRow({ customer, notification }: ContractItem, { customers }: References): AddressRow {
  const holder = customers.get(customer)!
  const { name, address, email, phone } = notification ?? { ...holder, address: holder.fiscalAddress }
  return { customer_id: holder.customerId, name, full_address: address, email, phone }
}

function buildContractRow(contract: ContractItem, { customers, supplyPoints, products, contracts }: References) {
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
    tariff_from: resolveTariffFrom(contract, contracts.get(contract.name)),
    product_id: products.get(productKey({ energy: point.energy, name: contract.product }))!,
    power_watts: contract.powerWatts,
    self_consumption_code: contract.selfConsumption,
    atr_available: contract.atrAvailable,
    payer_name: payer.name,
    payer_tax_id: payer.taxId,
    payer_address: payer.address,
    iban: contract.iban,
    payment_means: resolvePaymentMeans(contract, contracts.get(contract.name)),
    invoice_delivery: contract.invoiceDelivery,
    distributor_reference: contract.distributorReference,
    pressure: contract.pressure,
    flow_rate: contract.flowRate,
    ...agreedColumnsOf(contract),
  }
}

/** Returns how the contract is paid: as in the file, by direct debit where it has an account, or as before. */
function resolvePaymentMeans({ paymentMeans, iban }: ContractItem, known: KnownContract | undefined): string {
  return paymentMeans ?? (iban === null ? known?.paymentMeans : undefined) ?? 'direct_debit'
}

function agreedColumnsOf({ renewsOn, promotion, penalty }: ContractItem) {
  return {
    ...{ renews_on: renewsOn, promotion_name: promotion?.name ?? null, promotion_ends_on: promotion?.endsOn ?? null },
    // Read as JSON by the statement that stores many rows.
    promotion_discounts: (promotion?.discounts ?? null) as never,
    ...{ penalty_percent: penalty?.percent ?? null, penalty_ends_on: penalty?.endsOn ?? null },
  }
}

/** Returns since when the tariff applies: as in the file, or as before. A change without a day applies from today. */
function resolveTariffFrom(
  { tariff, tariffFrom: imported }: ContractItem,
  known: KnownContract | undefined,
): MarketDay | null {
  if (imported !== null || !known) return imported
  return known.tariff === tariff ? known.tariffFrom : marketDayOf(new Date(), 'Europe/Madrid')
}
