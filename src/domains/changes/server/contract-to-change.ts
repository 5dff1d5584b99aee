import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { PaymentMeans } from '#vocabulary/payment-means.ts'
import { type TariffZone, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import { type Changeable, openStates, type SipsCession } from '../rules.ts'
import { accountVersion, powerVersion } from './contract-versions.ts'

/** Locks a contract until the transaction ends and returns its current state. */
export async function lockContractToChange(
  db: Database,
  { customerId, contractId, name }: ContractToChange,
): Promise<ContractToChange> {
  await lockContract(db, { customerId, contractId })
  return (await findContractToChange(db, { customerIds: [customerId], name }))!
}

/** Locks a contract against other changes until the transaction ends. */
export async function lockContract(
  db: Database,
  { customerId, contractId }: { customerId: number; contractId: number },
): Promise<void> {
  await db
    .selectFrom('contract')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .select('contract_id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** A contract with everything needed to change it and to show the signer what changes. */
export type ContractToChange = Changeable & {
  customerId: number
  contractId: number
  name: string
  energy: 'electricity' | 'gas'
  tariff: string
  powerWatts: number[]
  iban: string | null
  paymentMeans: PaymentMeans
  versions: { power: string; account: string }
  supply: {
    pointId: number
    cups: string
    address: string
    city: string
    zone: TariffZone
    distributor: string | null
  }
  holder: { name: string; taxId: string; address: string }
}

/** Finds a contract of a holder. Returns undefined when it is not theirs. */
export async function findContractToChange(
  db: Database,
  { customerIds, name }: { customerIds: number[]; name: string },
): Promise<ContractToChange | undefined> {
  const row = await db
    .selectFrom('contract')
    .innerJoin('customer', 'customer.customer_id', 'contract.customer_id')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .leftJoin('distributor', 'distributor.distributor_id', 'supply_point.distributor_id')
    .where('contract.name', '=', name)
    .where(isOneOf('contract.customer_id', customerIds))
    .selectAll('contract')
    .select([
      powerVersion('contract').as('power_version'),
      accountVersion('contract', customerIds).as('account_version'),
    ])
    .select(['customer.name as holder_name', 'customer.fiscal_address'])
    .select((row) => row.fn.coalesce('customer.claimed_tax_id', 'customer.tax_id').as('tax_id'))
    .select(['supply_point.postcode', 'supply_point.province_code', 'distributor.name as distributor_name'])
    .select(
      sql<string[]>`array(
        select kind from change_request
        where ${isOneOf('change_request.customer_id', customerIds)}
          and change_request.customer_id = contract.customer_id and change_request.contract_id = contract.contract_id
          and change_request.state = any(${openStates})
      )`.as('open_kinds'),
    )
    .executeTakeFirst()
  if (!row) return undefined
  return {
    customerId: row.customer_id,
    contractId: row.contract_id,
    name: row.name,
    energy: row.energy as 'electricity' | 'gas',
    tariff: row.tariff,
    powerWatts: row.power_watts,
    iban: row.iban,
    paymentMeans: row.payment_means as PaymentMeans,
    versions: { power: row.power_version, account: row.account_version },
    isActive: row.state === 'activa',
    isAtrAvailable: row.atr_available,
    sipsCession: row.no_sips_cession as SipsCession,
    open: row.open_kinds,
    supply: {
      pointId: row.supply_point_id,
      cups: row.cups,
      address: `${row.supply_street}, ${row.postcode} ${row.supply_city}`,
      city: row.supply_city,
      zone: zoneOfProvince(row.province_code),
      distributor: row.distributor_name,
    },
    holder: { name: row.holder_name, taxId: row.tax_id, address: row.fiscal_address },
  }
}
