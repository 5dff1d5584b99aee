import type * as z from 'zod'
import type { Database } from '#db/database.ts'
import { BatteryLine } from '#domains/batteries/server/import/battery-line.ts'
import { storeBatteries } from '#domains/batteries/server/import/store-batteries.ts'
import { CurveLine } from '#domains/consumption/server/import/curve-line.ts'
import { GasReadingLine } from '#domains/consumption/server/import/gas-reading-line.ts'
import { storeCurveLines } from '#domains/consumption/server/import/store-curve-lines.ts'
import { storeGasReadingLines } from '#domains/consumption/server/import/store-gas-reading-lines.ts'
import {
  ContractItem,
  CustomerItem,
  ProductItem,
  type SectionName,
  SupplyPointItem,
} from '#domains/contracts/server/import/contracts-file.ts'
import { productKey } from '#domains/contracts/server/import/known.ts'
import { storeContractItems } from '#domains/contracts/server/import-contracts.ts'
import { InvoiceLine } from '#domains/invoices/server/import/invoice-line.ts'
import { MultipointInvoiceLine } from '#domains/invoices/server/import/multipoint-line.ts'
import { storeInvoices } from '#domains/invoices/server/import/store-invoices.ts'
import { storeMultipointInvoices } from '#domains/invoices/server/import/store-multipoint-invoices.ts'
import type { LineFate } from '#kit/server/told-line.ts'
import type { Files } from '#outside/files/files.ts'
import { cups20 } from '#vocabulary/cups.ts'
import type { LineKindName } from '../rules.ts'

type Needs = { files: Files; clock: () => Date }

/** What a line of one kind says, how its object is known, and who keeps it. */
export type LineKind<Item = never> = {
  name: LineKindName
  /** One sentence for whoever sends them. */
  summary: string
  schema: z.ZodType<Item>
  /** The members that together name the object for the system that tells of it. */
  keyMembers: readonly string[]
  /** What no two objects share. */
  identityOf: (item: Item) => string
  /** Whether it is noted what was told last, so that the same line again is not even looked at. */
  isRemembered: boolean
  longestLineBytes: number
  /** Within a transaction, each object once. */
  store: (db: Database, items: readonly Item[], needs: Needs) => Promise<LineFate[]>
}

const shortLineBytes = 64_000
/** An invoice may bring its documents. */
const invoiceBytes = 12_000_000
const batteryBytes = 2_000_000

const ofContracts = (section: SectionName) => (db: Database, items: readonly unknown[]) =>
  storeContractItems(db, section, items)

/** Every kind of line, by its name: the API and the files are read by the same ones. */
export const lineKinds: Readonly<Record<LineKindName, LineKind>> = {
  customers: kind({
    name: 'customers',
    summary: 'Creates or changes holders of contracts, by their tax id.',
    schema: CustomerItem,
    keyMembers: ['taxId'],
    identityOf: ({ taxId }) => taxId,
    isRemembered: true,
    longestLineBytes: shortLineBytes,
    store: ofContracts('customers'),
  }),
  'supply-points': kind({
    name: 'supply-points',
    summary: 'Creates or changes supply points, by the first twenty characters of their CUPS.',
    schema: SupplyPointItem,
    keyMembers: ['cups'],
    identityOf: ({ cups }) => cups20(cups),
    isRemembered: true,
    longestLineBytes: shortLineBytes,
    store: ofContracts('supplyPoints'),
  }),
  contracts: kind({
    name: 'contracts',
    summary: 'Creates or changes contracts, by the number that customers know.',
    schema: ContractItem,
    keyMembers: ['name'],
    identityOf: ({ name }) => name,
    isRemembered: true,
    longestLineBytes: shortLineBytes,
    store: ofContracts('contracts'),
  }),
  'multipoint-invoices': kind({
    name: 'multipoint-invoices',
    summary: 'Creates or changes invoices that gather those of several supply points, by their number.',
    schema: MultipointInvoiceLine,
    keyMembers: ['number'],
    identityOf: ({ number }) => number,
    isRemembered: true,
    longestLineBytes: shortLineBytes,
    store: storeMultipointInvoices,
  }),
  invoices: kind({
    name: 'invoices',
    summary: 'Creates or changes invoices with their lines, history and documents, by their number.',
    schema: InvoiceLine,
    keyMembers: ['number'],
    identityOf: ({ number }) => number,
    isRemembered: true,
    longestLineBytes: invoiceBytes,
    store: storeInvoices,
  }),
  batteries: kind({
    name: 'batteries',
    summary: 'Creates or changes solar wallets, their shares and their ledgers, by holder and key.',
    schema: BatteryLine,
    keyMembers: ['customer', 'key'],
    identityOf: ({ customer, key }) => `${customer} ${key}`,
    isRemembered: true,
    longestLineBytes: batteryBytes,
    store: storeBatteries,
  }),
  curves: kind({
    name: 'curves',
    summary: 'Stores days of load curves, by supply point, day and source.',
    schema: CurveLine,
    keyMembers: ['cups', 'day', 'source'],
    identityOf: ({ cups, day, source }) => `${cups20(cups)} ${day} ${source}`,
    // A day knows by itself whether a line says anything new.
    isRemembered: false,
    longestLineBytes: shortLineBytes,
    store: storeCurveLines,
  }),
  'gas-readings': kind({
    name: 'gas-readings',
    summary: 'Stores what gas meters showed, by supply point and day.',
    schema: GasReadingLine,
    keyMembers: ['cups', 'day'],
    identityOf: ({ cups, day }) => `${cups20(cups)} ${day}`,
    // A reading knows by itself whether a line says anything new.
    isRemembered: false,
    longestLineBytes: shortLineBytes,
    store: storeGasReadingLines,
  }),
  prices: kind({
    name: 'prices',
    summary: 'Creates or changes products and their dated prices, by energy and name.',
    schema: ProductItem,
    keyMembers: ['energy', 'name'],
    identityOf: productKey,
    isRemembered: true,
    longestLineBytes: 1_000_000,
    store: ofContracts('products'),
  }),
}

function kind<Item>(definition: LineKind<Item>): LineKind {
  return definition as unknown as LineKind
}
