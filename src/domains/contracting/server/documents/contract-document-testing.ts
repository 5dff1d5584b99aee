import { readFileSync } from 'node:fs'
import { createTranslator } from 'use-intl/core'
import { careFactsIn } from '#domains/retailer/server/care-facts-testing.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { makeCups } from '#vocabulary/cups.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { drawContract } from './contract-document.ts'
import type { ContractDocumentContext } from './contract-document-context.ts'
import type { ContractDocumentData } from './contract-document-data.ts'

/** Returns what the papers of a contract are drawn with in a language. A text that is missing or malformed throws. */
export function paperIn(locale: Locale): ContractDocumentContext {
  const onError = (error: Error) => {
    throw error
  }
  const loadTranslator = (domain: string) => {
    const file = new URL(`../../../${domain}/texts/${locale}.json`, import.meta.url)
    const { document: messages } = JSON.parse(readFileSync(file, 'utf8'))
    return createTranslator({ locale, messages, timeZone: 'Europe/Madrid', onError })
  }
  return {
    locale,
    brand: deriveDocumentBrand({ name: 'Demo Energia', color: '#0b5a43', logo: null }),
    care: careFactsIn(locale),
    retailer: {
      name: 'Demo Energia',
      nif: 'B58378431',
      address: 'Carrer de Pere IV, 29, 08018 Barcelona',
      email: 'hola@demo.test',
      phone: '900 100 200',
      sepaSuffix: '002',
      disputeBody: '',
    },
    t: loadTranslator('contracting') as unknown as ContractDocumentContext['t'],
    tMandate: loadTranslator('changes') as unknown as ContractDocumentContext['tMandate'],
  }
}

/** Returns a charge per year. */
export const perYear = (eur: string) => ({ per: 'year' as const, eur })

/** The contract of a person with the tariff 2.0TD. */
export const household: ContractDocumentData = {
  name: 'L000012',
  energy: 'electricity',
  cups: makeCups('0031', '406083219007', '0F'),
  supplyAddress: 'Carrer de Provença, 214, 3.º 2.ª - 08036 Barcelona',
  tariff: '2.0TD',
  powerWatts: [4_600, 4_600],
  selfConsumptionCode: '00',
  holder: {
    isCompany: false,
    taxId: '12345678Z',
    name: 'Anna Güell i Coşkun',
    signer: null,
    email: 'anna@example.test',
    phone: '+34612345678',
    address: 'Carrer Major, 1 - 08500 Vic',
  },
  paymentMeans: 'direct_debit',
  iban: 'ES3620805295124842414659',
  distributor: 'e-distribución',
  cnaeCode: '9820',
  cadastralReference: '9872023VH5797S0001WX',
  product: 'Clara',
  isDynamic: false,
  prices: {
    validFrom: '2026-01-01',
    kind: 'electricity',
    of: {
      powerPerKw: [perYear('30.5'), perYear('1.4')],
      energyEurPerKwh: ['0.211', '0.152', '0.113'],
      surplusEurPerKwh: null,
      discounts: {},
    },
  },
  year: { wh: 2_850_000, cents: 71_234 },
  bonusDiscounts: { vulnerable: '42.5', severe: '57.5' },
  isSupplied: true,
  switchOn: null,
  madeAt: new Date('2026-11-20T23:30:00Z'),
}

/** The contract of a person for gas. */
export const gas: ContractDocumentData = {
  ...household,
  name: 'L000014',
  energy: 'gas',
  cups: makeCups('0217', '990000100001'),
  tariff: 'RL.2',
  powerWatts: [],
  product: 'Gas clar',
  prices: {
    validFrom: '2026-01-01',
    kind: 'gas',
    of: { fixed: { per: 'day', eur: '0.25' }, variableEurPerKwh: '0.0612', discounts: {} },
  },
}

type DrawnContract = Awaited<ReturnType<typeof drawContract>>
const drawn = new Map<string, Promise<DrawnContract>>()
const texts = new Map<string, Promise<string>>()

/** Draws a contract, once for all tests that look at it. */
export function drawnIn(contract: ContractDocumentData, locale: Locale = 'es'): Promise<DrawnContract> {
  return remember(drawn, JSON.stringify([contract, locale]), () => drawContract(contract, paperIn(locale)))
}

/** Returns the words of the PDF of a contract. */
export function textIn(contract: ContractDocumentData, locale: Locale = 'es'): Promise<string> {
  return remember(texts, JSON.stringify([contract, locale]), async () => {
    const { content } = await drawnIn(contract, locale)
    return (await readPdfText(content)).replace(/\s+/g, ' ')
  })
}

function remember<T>(known: Map<string, T>, key: string, make: () => T): T {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}
