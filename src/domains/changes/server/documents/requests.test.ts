import { readFileSync } from 'node:fs'
import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { readPdfInfo, readPdfStructure, readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { type Locale, locales } from '#vocabulary/locale.ts'
import { type ConnectionCharges, powerCosts } from '../../power-costs.ts'
import type { ContractToChange } from '../contract-to-change.ts'
import { drawMandate } from './mandate-document.ts'
import { drawPowerRequest } from './power-request-document.ts'
import type { RequestDocumentContext } from './request-document.ts'
import { drawSipsRequest } from './sips-request-document.ts'

function paperIn(locale: Locale): RequestDocumentContext {
  const { document } = JSON.parse(readFileSync(new URL(`../../texts/${locale}.json`, import.meta.url), 'utf8'))
  const onError = (error: Error) => {
    throw error
  }
  const say = createTranslator({ locale, messages: document, timeZone: 'Europe/Madrid', onError })
  return {
    locale,
    brand: deriveDocumentBrand({ name: 'Demo Energia', color: '#0b5a43', logo: null }),
    retailer: {
      name: 'Demo Energia',
      nif: 'B58378431',
      address: 'Carrer de Pere IV, 29, 08018 Barcelona',
      sepaSuffix: '002',
    },
    t: say as unknown as RequestDocumentContext['t'],
  }
}

const contract: ContractToChange = {
  customerId: 1,
  contractId: 7,
  name: '0048213',
  energy: 'electricity',
  tariff: '2.0TD',
  powerWatts: [4_600, 4_600],
  iban: null,
  paymentMeans: 'direct_debit',
  versions: { power: '1', account: '1' },
  isActive: true,
  isAtrAvailable: true,
  sipsCession: 'unactive',
  open: [],
  supply: {
    pointId: 3,
    cups: makeCups('0031', '406083219007', '0F'),
    address: 'Carrer de Provença, 214, 3.º 2.ª, 08036 Barcelona',
    city: 'Barcelona',
    zone: 'peninsula',
    distributor: 'e-distribución',
  },
  holder: { name: 'Anna Güell i Coşkun', taxId: '12345678Z', address: 'Carrer Major, 1, 08500 Vic' },
}
const now = new Date('2026-11-20T23:30:00Z')

const charges: ConnectionCharges = {
  hookUpEur: '9.04',
  accessEurPerKw: '19.7',
  extensionEurPerKw: '17.27',
  verificationEur: null,
  electricityTaxPercent: '3.8',
  tax: { kind: 'vat', percent: '21' },
}
const sixPrices = {
  name: '3.0TD',
  eurPerKwYear: ['20.1', '16.2', '8.3', '7.4', '5.5', '3.6'],
  eurPerKwh: ['0.211', '0.191', '0.171', '0.151', '0.131', '0.111'],
}

type PowerRequestOptions = {
  charged?: Partial<ConnectionCharges>
  powerWatts?: number[]
  prices?: typeof sixPrices | null
  earlyUntil?: string | null
}

function powerRequest(
  paper: RequestDocumentContext,
  { charged, powerWatts = [5_500, 5_500], prices = sixPrices, earlyUntil = null }: PowerRequestOptions = {},
) {
  const around = { requested: powerWatts, present: contract.powerWatts, previousPeakWatts: 4_600 }
  const costs = powerCosts(around, { ...charges, ...charged })
  const tariff = powerWatts.length === 6 ? { name: '3.0TD', prices } : null
  return drawPowerRequest(
    { contract, requested: { powerWatts, phone: '+34612345678', costs, earlyUntil, tariff }, now },
    paper,
  )
}

function mandate(paper: RequestDocumentContext) {
  const requestedAccount = { iban: 'ES3620805295124842414659', mandateReference: '0048213-20261120233000' }
  return drawMandate({ contract, requested: requestedAccount, now }, paper)
}

describe('the power request', () => {
  test('names the requester, the present and requested values and the cost', async () => {
    const { title, content } = await powerRequest(paperIn('es'))
    expect(title).toBe('Solicitud de cambio de potencia del contrato 0048213')
    const text = await readPdfText(content)
    for (const expectedText of [
      'Anna Güell i Coşkun · 12345678Z',
      '4,6 kW',
      '5,5 kW',
      '0,9 kW × 17,27 €/kW',
      'Impuesto eléctrico, 3,8 %',
      'IVA, 21 %',
      '53,14 €',
      '+34612345678',
      '21/11/2026',
    ])
      expect(text).toContain(expectedText)
  })

  test('names the taxes of the territory where they are known, and leaves them open where they are not', async () => {
    const igic = await readPdfText(
      (await powerRequest(paperIn('es'), { charged: { tax: { kind: 'igic', percent: '3' } } })).content,
    )
    expect(igic).toContain('IGIC, 3 %')
    const open = await readPdfText((await powerRequest(paperIn('es'), { charged: { tax: null } })).content)
    expect(open).toContain('Total sin los impuestos del territorio')
    expect(open).not.toContain('IVA')
  })

  const powerWatts = [16_000, 16_000, 16_000, 16_000, 16_000, 16_000]

  test('names the new tariff, its six periods and the product’s prices when crossing 15 kW', async () => {
    const text = await readPdfText((await powerRequest(paperIn('es'), { powerWatts })).content)
    for (const expectedText of ['pasa de 2.0TD a 3.0TD', '6 periodos', 'P6', '20,1', '0,111'])
      expect(text.replace(/\s+/g, ' ')).toContain(expectedText)
  })

  test('states that the product has no prices in the new tariff', async () => {
    const text = await readPdfText((await powerRequest(paperIn('es'), { powerWatts, prices: null })).content)
    expect(text.replace(/\s+/g, ' ')).toContain('no tiene precios publicados')
  })

  test('mentions no tariff change within 15 kW', async () => {
    expect(await readPdfText((await powerRequest(paperIn('es'))).content)).not.toContain('3.0TD')
  })
})

describe('the mandate', () => {
  test('names creditor, debtor and account, and includes the wording of the rulebook', async () => {
    const text = await readPdfText((await mandate(paperIn('es'))).content)
    for (const expectedText of [
      '0048213-20261120233000',
      'ES',
      '002B58378431',
      'ES36 2080 5295 1248 4241 4659',
      'ocho semanas',
      'Pago recurrente',
      'Barcelona',
    ])
      expect(text).toContain(expectedText)
  })

  test('is accessible to a screen reader', async () => {
    const structure = await readPdfStructure((await mandate(paperIn('ca'))).content)
    expect(structure).toMatch(/H1.*\n +"Ordre de domiciliació de càrrec directe SEPA/)
    expect(structure).toContain('Identificador del creditor')
  })
})

test.each(locales)(
  'the request to the register cites in %s the article in force and warns about arrears',
  async (locale) => {
    const { content } = await drawSipsRequest({ contract, requested: null, now }, paperIn(locale))
    const text = (await readPdfText(content)).replace(/\s+/g, ' ')
    expect(text).toMatch(/88\/2026, (artículo|article|artigo|Artikel) 8\.4/)
    expect(text).not.toContain('1435/2002')
    expect(text).toMatch(/CUPS [^.]*(impagos|impagaments|arrears|impagamentos|impayés|Zahlungsrückstand)/)
  },
)

test.each(locales)(
  'the power request states in %s an early change and the verification of an old contract',
  async (locale) => {
    const early = { earlyUntil: '2027-03-10', charged: { verificationEur: '8.01' } }
    const { content } = await powerRequest(paperIn(locale), early)
    const text = (await readPdfText(content)).replace(/\s+/g, ' ')
    expect(text).toMatch(/88\/2026, (artículo|article|artigo|Artikel) 38\.1/)
    expect(text).toMatch(/10[/.]0?3[/.]2027/)
    expect(text).toMatch(/(Verificación|Verificació|Check|Vérification|Prüfung) .*8[.,]01/)
    const usual = (await readPdfText((await powerRequest(paperIn(locale))).content)).replace(/\s+/g, ' ')
    expect(usual).not.toMatch(/38\.1|8[.,]01/)
  },
)

test.each(locales)('draws every request in %s', async (locale) => {
  const paper = paperIn(locale)
  const drawn = [
    await powerRequest(paper),
    await mandate(paper),
    await drawSipsRequest({ contract, requested: null, now }, paper),
  ]
  for (const { title, content } of drawn) expect(await readPdfInfo(content)).toContain(title)
})
