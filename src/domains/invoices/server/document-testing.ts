import { readFileSync } from 'node:fs'
import { createTranslator } from 'use-intl/core'
import { careFactsIn } from '#domains/retailer/server/care-facts-testing.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { computeElectricityBill } from '#vocabulary/bill-electricity.ts'
import { writeComparatorCode } from '#vocabulary/comparator-code.ts'
import { makeCups } from '#vocabulary/cups.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { DocumentContext } from './document-context.ts'
import type { BilledMonth, InvoiceDocument, InvoiceHead } from './invoice-document-model.ts'

/** Returns the context of the demo in a language, on the day after its invoice is due. A text that is missing or malformed throws. */
export function documentContextIn(locale: Locale): DocumentContext {
  const { document } = JSON.parse(readFileSync(new URL(`../texts/${locale}.json`, import.meta.url), 'utf8'))
  const t = createTranslator({
    locale,
    messages: document,
    timeZone: 'Europe/Madrid',
    onError: (error) => {
      throw error
    },
  })
  const brand = deriveDocumentBrand({ name: 'Demo Energia', color: '#0b5a43', logo: null })
  return { locale, today: '2026-11-28', brand, care: careFactsIn(locale), t: t as unknown as DocumentContext['t'] }
}

/** The head of the demo invoice: 52,13 € for October 2026, to be charged on 27 November. */
export const invoiceHead: InvoiceHead = {
  number: 'FE26/161291',
  issuedOn: '2026-11-07',
  firstDay: '2026-10-01',
  lastDay: '2026-10-31',
  retailer: {
    name: 'Demo Energia, S.L.',
    taxId: 'B63272603',
    address: 'Carrer de Pere IV, 29, 08018 Barcelona',
    phone: '900000000',
    email: 'hola@demo-energia.example',
  },
  holder: { name: 'Anna Güell i Coşkun', taxId: '12345678Z' },
  totalCents: 5213,
  payment: { state: 'directDebit', on: '2026-11-27', accountEnding: '3157' },
  transfer: null,
}

const surplusWh = 71_400

const bill = computeElectricityBill({
  firstDay: invoiceHead.firstDay,
  lastDay: invoiceHead.lastDay,
  dueDay: '2026-11-27',
  zone: 'peninsula',
  powerWatts: [4_600, 3_450],
  energyWh: [54_120, 48_905, 94_975],
  surplusWh,
  prices: {
    powerPerKw: [
      { per: 'year', eur: '33.9' },
      { per: 'year', eur: '5.1' },
    ],
    energyEurPerKwh: ['0.2139', '0.1478', '0.1096'],
    surplusEurPerKwh: '0.06',
    discounts: { energy: '5' },
  },
  chargesSocialBonusFunding: true,
  meter: 'single_phase',
  walletCents: 340,
})

/** The invoice of a home with solar panels, calculated like any bill. */
export const invoice: InvoiceDocument = {
  ...invoiceHead,
  energy: 'electricity',
  totalCents: bill.totalCents,
  lines: bill.lines,
  particulars: {
    ...{ meterNumber: '042123456', accessContract: '400100200300', energyOrigin: '100 % renovable' },
    readings: {
      ...{ unit: 'kWh', factor: null, calorific: null },
      from: { date: '2026-10-01', is_estimated: false, registers: [1_204.5, 1_310, 2_877.25] },
      to: { date: '2026-11-01', is_estimated: true, registers: [1_258.62, 1_358.905, 2_972.225] },
    },
    ...{ highestWatts: [4_412, 2_950], endsOn: null, renewsOn: '2027-03-01', nextPricesOn: '2027-01-01' },
    penalty: { percent: '5', endsOn: '2027-02-28' },
    selfConsumption: { code: '41', cau: 'ES0031406083219007ZY0FA000', compensatedWh: surplusWh },
    accessCosts: { totalCents: 1_821, chargesCents: 634 },
  },
  supply: {
    cups: makeCups('0031', '406083219007', '0F'),
    address: 'Carrer de Provença, 214, 3.º 2.ª, 08036 Barcelona',
    contract: '0048213',
    tariff: '2.0TD',
    product: 'Tarifa Solar',
    powerWatts: [4_600, 3_450],
    distributor: { name: 'e-distribución', breakdownPhone: '900111222' },
  },
  months: thirteenMonths({ used: [54_120, 48_905, 94_975], surplusWh }),
  yearBefore: { totalCents: bill.totalCents + 927, energyWh: 231_000 },
  comparatorAddress: writeComparatorCode({
    ...{ cp: '08036', pP1: '4.600', pP2: '3.450', caP1: '812', caP2: '734', caP3: '1425', iniA: '2025-10-31' },
    ...{ tc: 'E0', finContrato: '2027-03-01', tf: 'N', iniF: '2026-09-30', finF: '2026-10-31', com: 'R2-415' },
    ...{ cups: makeCups('0031', '406083219007', '0F'), pmaxP1: '4.412', pmaxP2: '2.950', fFact: '2026-11-07' },
    ...{ rev: '0', imp: '50.58', cfP1: '54', cfP2: '49', cfP3: '95', impPot: '14.74', impEner: '27.77' },
    ...{ exc: '4.28', finBS: '0.77', impOtrosSinIE: '0.83', ajuste: '0', prP1: '33.899925', prP2: '5.100145' },
    ...{ prE1: '0.2139', prE2: '0.1478', prE3: '0.1096', cambio: '0' },
  }),
  rectification: null,
}

/**
 * Returns the months from October to October, with more consumption in winter than in summer, ending with the billed
 * month.
 */
export function thirteenMonths({ used, surplusWh }: { used: number[]; surplusWh: number }): BilledMonth[] {
  const course = [1.17, 1.2, 1.44, 1.54, 1.28, 1.1, 0.9, 0.82, 0.97, 1.31, 1.27, 0.96]
  const before = course.map(
    (factor, index): BilledMonth => ({
      firstDay: `${index < 3 ? 2025 : 2026}-${String(((index + 9) % 12) + 1).padStart(2, '0')}-01`,
      energyWh: used.map((wh) => Math.round(wh * factor)),
      surplusWh: Math.round(surplusWh / factor),
    }),
  )
  return [...before, { firstDay: '2026-10-01', energyWh: used, surplusWh }]
}
