import type * as z from 'zod'
import type { Database } from '#db/database.ts'
import { BatteryLine } from '#domains/batteries/server/import/battery-line.ts'
import { storeBatteries } from '#domains/batteries/server/import/store-batteries.ts'
import { storeCheckedInvoices } from '#domains/bill-checks/server/store-checked-invoices.ts'
import type { CurveOrigin } from '#domains/consumption/server/corrections/correction-store.ts'
import { CurveLine } from '#domains/consumption/server/import/curve-line.ts'
import { GasReadingLine } from '#domains/consumption/server/import/gas-reading-line.ts'
import { storeCurveLines } from '#domains/consumption/server/import/store-curve-lines.ts'
import { storeGasReadingLines } from '#domains/consumption/server/import/store-gas-reading-lines.ts'
import { SwitchStepLine, storeSwitchStepLines } from '#domains/contracting/server/import/switch-step-line.ts'
import {
  ContractItem,
  CustomerItem,
  ProductItem,
  type SectionName,
  SupplyPointItem,
} from '#domains/contracts/server/import/contracts-file.ts'
import { productKey } from '#domains/contracts/server/import/find-known.ts'
import { storeContractItems } from '#domains/contracts/server/import-contracts.ts'
import { DebitReturnLine, storeDebitReturnLines } from '#domains/debit-returns/server/return-line.ts'
import { InvoiceLine } from '#domains/invoices/server/import/invoice-line.ts'
import { MultipointInvoiceLine } from '#domains/invoices/server/import/multipoint-line.ts'
import { storeMultipointInvoices } from '#domains/invoices/server/import/store-multipoint-invoices.ts'
import { SpotPriceLine } from '#domains/offers/server/import/spot-price-line.ts'
import { storeSpotPriceLines } from '#domains/offers/server/spot-price-store.ts'
import type { LineResult } from '#kit/server/import-line-result.ts'
import type { Files } from '#outside/files/files.ts'
import { cups20 } from '#vocabulary/cups.ts'
import type { LineKindName } from '../rules.ts'

type LineStoreDeps = { files: Files; clock: () => Date; origin: CurveOrigin }

/** A kind of line: its schema, the identity of its objects, and how they are stored. */
export type LineKind<Item = never> = {
  name: LineKindName
  /** One sentence for the senders. */
  summary: string
  schema: z.ZodType<Item>
  /** The members that together identify the object in the sending system. */
  keyMembers: readonly string[]
  /** Returns the unique identity of an object. */
  identityOf: (item: Item) => string
  /** Whether the last imported state is stored, so that an unchanged line is skipped without being processed. */
  skipsUnchanged: boolean
  maxLineBytes: number
  /** Stores the objects, each at most once, within a transaction. */
  store: (db: Database, items: readonly Item[], deps: LineStoreDeps) => Promise<LineResult[]>
}

const maxShortLineBytes = 64_000
/** An invoice may include its documents. */
const maxInvoiceBytes = 12_000_000
const maxBatteryBytes = 2_000_000

const storeContractSection = (section: SectionName) => (db: Database, items: readonly unknown[]) =>
  storeContractItems(db, section, items)

/** All kinds of lines by name, shared by the API and the file import. */
export const lineKinds: Readonly<Record<LineKindName, LineKind>> = {
  customers: defineLineKind({
    name: 'customers',
    summary: 'Creates or changes holders of contracts, by their tax id.',
    schema: CustomerItem,
    keyMembers: ['taxId'],
    identityOf: ({ taxId }) => taxId,
    skipsUnchanged: true,
    maxLineBytes: maxShortLineBytes,
    store: storeContractSection('customers'),
  }),
  'supply-points': defineLineKind({
    name: 'supply-points',
    summary: 'Creates or changes supply points, by the first twenty characters of their CUPS.',
    schema: SupplyPointItem,
    keyMembers: ['cups'],
    identityOf: ({ cups }) => cups20(cups),
    skipsUnchanged: true,
    maxLineBytes: maxShortLineBytes,
    store: storeContractSection('supplyPoints'),
  }),
  contracts: defineLineKind({
    name: 'contracts',
    summary: 'Creates or changes contracts, by the number that customers know.',
    schema: ContractItem,
    keyMembers: ['name'],
    identityOf: ({ name }) => name,
    skipsUnchanged: true,
    maxLineBytes: maxShortLineBytes,
    store: storeContractSection('contracts'),
  }),
  'multipoint-invoices': defineLineKind({
    name: 'multipoint-invoices',
    summary: 'Creates or changes multipoint invoices, by their number.',
    schema: MultipointInvoiceLine,
    keyMembers: ['number'],
    identityOf: ({ number }) => number,
    skipsUnchanged: true,
    maxLineBytes: maxShortLineBytes,
    store: storeMultipointInvoices,
  }),
  invoices: defineLineKind({
    name: 'invoices',
    summary: 'Creates or changes invoices with their lines, history and documents, by their number.',
    schema: InvoiceLine,
    keyMembers: ['number'],
    identityOf: ({ number }) => number,
    skipsUnchanged: true,
    maxLineBytes: maxInvoiceBytes,
    store: storeCheckedInvoices,
  }),
  batteries: defineLineKind({
    name: 'batteries',
    summary: 'Creates or changes solar wallets, their shares and their ledgers, by holder and key.',
    schema: BatteryLine,
    keyMembers: ['customer', 'key'],
    identityOf: ({ customer, key }) => `${customer} ${key}`,
    skipsUnchanged: true,
    maxLineBytes: maxBatteryBytes,
    store: storeBatteries,
  }),
  curves: defineLineKind({
    name: 'curves',
    summary: 'Stores days of load curves, by supply point, day and source.',
    schema: CurveLine,
    keyMembers: ['cups', 'day', 'source'],
    identityOf: ({ cups, day, source }) => `${cups20(cups)} ${day} ${source}`,
    // The stored day itself shows whether a line changes anything.
    skipsUnchanged: false,
    maxLineBytes: maxShortLineBytes,
    store: storeCurveLines,
  }),
  'gas-readings': defineLineKind({
    name: 'gas-readings',
    summary: 'Stores gas meter readings, by supply point and day.',
    schema: GasReadingLine,
    keyMembers: ['cups', 'day'],
    identityOf: ({ cups, day }) => `${cups20(cups)} ${day}`,
    // The stored reading itself shows whether a line changes anything.
    skipsUnchanged: false,
    maxLineBytes: maxShortLineBytes,
    store: storeGasReadingLines,
  }),
  prices: defineLineKind({
    name: 'prices',
    summary: 'Creates or changes products and their dated prices, by energy and name.',
    schema: ProductItem,
    keyMembers: ['energy', 'name'],
    identityOf: productKey,
    skipsUnchanged: true,
    maxLineBytes: 1_000_000,
    store: storeContractSection('products'),
  }),
  'debit-returns': defineLineKind({
    name: 'debit-returns',
    summary: 'Records direct debits that came back, each once, by its reference and day.',
    schema: DebitReturnLine,
    keyMembers: ['endToEndId', 'returnedOn'],
    identityOf: (line) =>
      JSON.stringify([line.endToEndId, line.mandateId, line.iban, line.amountCents, line.collectedOn, line.returnedOn]),
    // The stored return itself shows whether a line changes anything.
    skipsUnchanged: false,
    maxLineBytes: maxShortLineBytes,
    store: storeDebitReturnLines,
  }),
  'switch-steps': defineLineKind({
    name: 'switch-steps',
    summary: 'Records steps of switches that the distributor reports, each once, by contract, step, day and code.',
    schema: SwitchStepLine,
    keyMembers: ['contract', 'step'],
    identityOf: ({ contract, step, code, happenedOn }) => JSON.stringify([contract, step, code, happenedOn]),
    // The stored step itself shows whether a line changes anything.
    skipsUnchanged: false,
    maxLineBytes: maxShortLineBytes,
    store: storeSwitchStepLines,
  }),
  'spot-prices': defineLineKind({
    name: 'spot-prices',
    summary: 'Stores the day-ahead prices of the market, by day.',
    schema: SpotPriceLine,
    keyMembers: ['day'],
    identityOf: ({ day }) => day,
    // The stored day itself shows whether a line changes anything.
    skipsUnchanged: false,
    maxLineBytes: maxShortLineBytes,
    store: storeSpotPriceLines,
  }),
}

function defineLineKind<Item>(definition: LineKind<Item>): LineKind {
  return definition as unknown as LineKind
}
