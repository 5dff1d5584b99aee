import type { BillLine, BillLineKind } from './bill.ts'

/**
 * The taxes that a line bears: those of electricity (its own tax and the indirect one), the indirect tax of electricity or
 * gas alone, that of meters, that of services in general, or none. A tax line is itself one.
 */
export type LineTaxation =
  | 'electricity'
  | 'supply'
  | 'meter'
  | 'service'
  | 'untaxed'
  | 'electricity_tax'
  | 'indirect_tax'

/**
 * What each kind of line bears. A discount that is not part of a term lowers the base of the indirect tax only, as the
 * comparator of the CNMC sums it; money that was owed or paid before is no price of anything.
 */
export const lineTaxation: Record<BillLineKind, LineTaxation> = {
  power: 'electricity',
  power_discount: 'electricity',
  power_excess: 'electricity',
  energy: 'electricity',
  energy_discount: 'electricity',
  reactive_energy: 'electricity',
  surplus: 'electricity',
  surplus_limit: 'electricity',
  late_activation_discount: 'electricity',
  social_bonus_funding: 'electricity',
  adjustment: 'electricity',
  gas_fixed: 'supply',
  gas_fixed_discount: 'supply',
  gas_variable: 'supply',
  gas_variable_discount: 'supply',
  hydrocarbon_tax: 'supply',
  discount: 'supply',
  meter: 'meter',
  connection_right: 'service',
  service: 'service',
  returned_interest: 'untaxed',
  instalment: 'untaxed',
  wallet: 'untaxed',
  electricity_tax: 'electricity_tax',
  vat: 'indirect_tax',
  igic: 'indirect_tax',
  ipsi: 'indirect_tax',
}

/** Checks whether a line is in the base of the electricity tax. */
export function bearsElectricityTax({ kind }: Pick<BillLine, 'kind'>): boolean {
  return lineTaxation[kind] === 'electricity'
}

/** Checks whether a line is in the base of an indirect tax. */
export function bearsIndirectTax({ kind }: Pick<BillLine, 'kind'>): boolean {
  const taxation = lineTaxation[kind]
  return taxation !== 'untaxed' && taxation !== 'indirect_tax'
}

/** Checks whether a line is VAT or its equivalent. */
export function isIndirectTax({ kind }: Pick<BillLine, 'kind'>): boolean {
  return lineTaxation[kind] === 'indirect_tax'
}
