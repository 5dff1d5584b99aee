import { readFileSync } from 'node:fs'
import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { careFactsIn } from '#domains/retailer/server/care-facts-testing.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { readPdfInfo, readPdfStructure, readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { type Locale, locales } from '#vocabulary/locale.ts'
import type { ContractDocument } from './contract-document-model.ts'
import { type ContractReportContext, drawContract } from './draw-contract.ts'

function paperIn(locale: Locale): ContractReportContext {
  const { document } = JSON.parse(readFileSync(new URL(`../texts/${locale}.json`, import.meta.url), 'utf8'))
  const onError = (error: Error) => {
    throw error
  }
  const say = createTranslator({ locale, messages: document, timeZone: 'Europe/Madrid', onError })
  const brand = deriveDocumentBrand({ name: 'Demo Energia', color: '#0b5a43', logo: null })
  return { locale, brand, care: careFactsIn(locale), t: say as unknown as ContractReportContext['t'] }
}

const common = {
  name: '0048213',
  asOf: '2026-11-20',
  status: 'active',
  signedOn: '2024-02-03',
  startsOn: '2024-02-15',
  endsOn: null,
  retailer: { name: 'Demo Energia' },
  holder: { name: 'Anna Güell i Coşkun', taxId: '12345678Z' },
  payer: { name: 'Joan Güell', taxId: '87654321X', address: 'Carrer Major, 1, 08500 Vic' },
  notification: { name: 'Anna Güell', address: 'Carrer Major, 1, 08500 Vic', email: 'anna@example.test', phone: null },
  delivery: 'email',
  iban: 'ES9420805801101234567891',
  supply: {
    cups: makeCups('0031', '406083219007', '0F'),
    address: 'Carrer de Provença, 214, 3.º 2.ª, 08036 Barcelona',
    cadastralReference: '9872023VH5797S0001WX',
    tariff: '2.0TD',
    distributor: { name: 'e-distribución', breakdownPhone: '900 111 222' },
    distributorReference: null,
  },
  product: 'Tarifa Solar',
} as const

const home: ContractDocument = {
  ...common,
  energy: 'electricity',
  powerWatts: [4600, 3450],
  prices: {
    validFrom: '2026-01-01',
    powerPerKw: [
      { per: 'year', eur: '33.9' },
      { per: 'year', eur: '5.1' },
    ],
    energyEurPerKwh: ['0.2139', '0.1478', '0.1096'],
    surplusEurPerKwh: '0.06',
    discounts: { energy: '5.5' },
  },
}

const gas: ContractDocument = {
  ...common,
  energy: 'gas',
  status: 'closed',
  endsOn: '2025-12-31',
  iban: null,
  pressure: '22 mbar',
  flowRate: null,
  prices: {
    validFrom: '2025-01-01',
    fixed: { per: 'year', eur: '96' },
    variableEurPerKwh: '0.0612',
    discounts: { gas_fixed: '10' },
  },
}

describe('the document of an electricity contract', () => {
  const drawn = drawContract(home, paperIn('es'))

  test('names the holder, the supply, the status and the payment', async () => {
    const text = await readPdfText(await drawn)
    for (const shown of [
      'Contrato de luz 0048213',
      'Activo. Firmado el 03/02/2024. En vigor desde el 15/02/2024. Datos del 20/11/2026.',
      'Anna Güell i Coşkun · 12345678Z',
      'Joan Güell · 87654321X',
      'ES 0031 4060 8321 9007 ZY 0F',
      '9872023VH5797S0001WX',
      'ES94 •••• 7891',
      'anna@example.test',
      '900 000 000',
    ])
      expect(text).toContain(shown)
  })

  test('has each power with its price and each energy price, by their customer-facing names', async () => {
    const text = await readPdfText(await drawn)
    expect(text).toMatch(/Punta +4,6 kW +33,9 €\/kW y año/)
    expect(text).toMatch(/Valle +3,45 kW +5,1 €\/kW y año/)
    expect(text).toMatch(/Llano +0,1478 €\/kWh/)
    expect(text).toMatch(/Compensación de excedentes +0,06 €\/kWh/)
    expect(text).toMatch(/Valle +0,1096 €\/kWh\n+Descuento +−5,5 %/)
    expect(text).toContain('Precios en vigor desde el 01/01/2026.')
  })

  test('is accessible to a screen reader: tagged, titled, with its facts and table in order', async () => {
    expect(await readPdfInfo(await drawn)).toMatch(/Title: +Contrato de luz 0048213\n[\s\S]*Tagged: +yes/)
    const structure = await readPdfStructure(await drawn)
    expect(structure).toMatch(/H1[\s\S]*H2[\s\S]*LI[\s\S]*Table/)
  })

  test('omits what is not known', async () => {
    expect(await readPdfText(await drawn)).not.toContain('Contrato con la distribuidora')
  })
})

test('numbers six powers, and invents no prices that are agreed separately', async () => {
  const powerWatts = [24_000, 24_000, 26_000, 26_000, 28_000, 30_000]
  const text = await readPdfText(await drawContract({ ...home, powerWatts, prices: null }, paperIn('es')))
  expect(text).toMatch(/P1 +24 kW +—/)
  expect(text).toMatch(/P6 +30 kW +—/)
  expect(text).toContain('Los precios de este producto están en tus facturas.')
})

test('shows the two terms and the pressure of gas, and when an ended contract ended', async () => {
  const text = await readPdfText(await drawContract(gas, paperIn('es')))
  expect(text).toContain('Contrato de gas 0048213')
  expect(text).toContain('De baja. Firmado el 03/02/2024. En vigor desde el 15/02/2024. Terminó el 31/12/2025.')
  expect(text).toMatch(/Término fijo +96 €\/año\n+Descuento +−10 %/)
  expect(text).toMatch(/Gas consumido +0,0612 €\/kWh/)
  expect(text).toContain('22 mbar')
  expect(text).toContain('Sin domiciliar')
})

test('groups phone numbers regardless of how they are stored', async () => {
  const supply = { ...home.supply, distributor: { name: 'e-distribución', breakdownPhone: '900111222' } }
  const notification = { ...home.notification, phone: '+34600111222' }
  const text = await readPdfText(await drawContract({ ...home, supply, notification }, paperIn('es')))
  for (const phone of ['900 111 222', '+34 600 111 222']) expect(text).toContain(phone)
})

test('has two pages with what is told of customer care', async () => {
  const text = await readPdfText(await drawContract(gas, paperIn('es')))
  expect(text.match(/\f/g)).toHaveLength(2)
})

test.each(locales)('has every text in %s, with glyphs that can be drawn', async (locale) => {
  const paper = paperIn(locale)
  for (const contract of [home, gas]) {
    const text = await readPdfText(await drawContract(contract, paper))
    expect(text).toContain(paper.t('sections.prices'))
    // A question mark stands for a glyph that could not be drawn.
    expect(text).not.toMatch(/[?\0\ufffd]/)
  }
})

test.each(locales)(
  'states in %s how customer care is reached, its hours and terms, and the body out of court',
  async (locale) => {
    const text = (await readPdfText(await drawContract(home, paperIn(locale)))).replace(/\s+/g, '')
    for (const { label, value } of careFactsIn(locale)) {
      expect(text).toContain(label.replace(/\s+/g, ''))
      expect(text).toContain(value.split(' ')[0])
    }
  },
)
