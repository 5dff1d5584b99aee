import { readFileSync } from 'node:fs'
import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { type Locale, locales } from '#kit/locale.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import { infoOf, structureOf, textOf } from '#kit/server/pdf/testing.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { type ConnectionCharges, powerCosts } from '../../power-costs.ts'
import type { ContractToChange } from '../find-contract.ts'
import { drawMandate } from './mandate.ts'
import { drawPowerRequest } from './power-request.ts'
import type { RequestPaper } from './request-sheet.ts'
import { drawSipsRequest } from './sips-request.ts'

function paperIn(locale: Locale): RequestPaper {
  const { document } = JSON.parse(readFileSync(new URL(`../../texts/${locale}.json`, import.meta.url), 'utf8'))
  const onError = (error: Error) => {
    throw error
  }
  const say = createTranslator({ locale, messages: document, timeZone: 'Europe/Madrid', onError })
  return {
    locale,
    brand: brandOnPaper({ name: 'Demo Energia', color: '#0b5a43', logo: null }),
    retailer: {
      name: 'Demo Energia',
      nif: 'B58378431',
      address: 'Carrer de Pere IV, 29, 08018 Barcelona',
      sepaSuffix: '002',
    },
    say: say as unknown as RequestPaper['say'],
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
  electricityTaxPercent: '3.8',
  tax: { kind: 'vat', percent: '21' },
}
const sixPrices = {
  name: '3.0TD',
  eurPerKwYear: ['20.1', '16.2', '8.3', '7.4', '5.5', '3.6'],
  eurPerKwh: ['0.211', '0.191', '0.171', '0.151', '0.131', '0.111'],
}

type Asked = { tax?: ConnectionCharges['tax']; powerWatts?: number[]; prices?: typeof sixPrices | null }

function powerRequest(
  paper: RequestPaper,
  { tax = charges.tax, powerWatts = [5_500, 5_500], prices = sixPrices }: Asked = {},
) {
  const around = { asked: powerWatts, present: contract.powerWatts, heldWatts: 4_600 }
  const costs = powerCosts(around, { ...charges, tax })
  const tariff = powerWatts.length === 6 ? { name: '3.0TD', prices } : null
  return drawPowerRequest({ contract, asked: { powerWatts, phone: '+34612345678', costs, tariff }, now }, paper)
}

function mandate(paper: RequestPaper) {
  const asked = { iban: 'ES3620805295124842414659', mandateReference: '0048213-20261120233000' }
  return drawMandate({ contract, asked, now }, paper)
}

describe('the request of another power', () => {
  test('says who asks, what is and what is asked for, and what it costs', async () => {
    const { title, content } = await powerRequest(paperIn('es'))
    expect(title).toBe('Solicitud de cambio de potencia del contrato 0048213')
    const text = await textOf(content)
    for (const told of [
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
      expect(text).toContain(told)
  })

  test('names the taxes of the territory where they are known, and leaves them open where they are not', async () => {
    const igic = await textOf((await powerRequest(paperIn('es'), { tax: { kind: 'igic', percent: '3' } })).content)
    expect(igic).toContain('IGIC, 3 %')
    const open = await textOf((await powerRequest(paperIn('es'), { tax: null })).content)
    expect(open).toContain('Total sin los impuestos del territorio')
    expect(open).not.toContain('IVA')
  })

  const powerWatts = [16_000, 16_000, 16_000, 16_000, 16_000, 16_000]

  test('across 15 kW names the new tariff, its six periods and what the product costs there', async () => {
    const text = await textOf((await powerRequest(paperIn('es'), { powerWatts })).content)
    for (const told of ['pasa de 2.0TD a 3.0TD', '6 periodos', 'P6', '20,1', '0,111'])
      expect(text.replace(/\s+/g, ' ')).toContain(told)
  })

  test('and says so where the product has no prices there', async () => {
    const text = await textOf((await powerRequest(paperIn('es'), { powerWatts, prices: null })).content)
    expect(text.replace(/\s+/g, ' ')).toContain('no tiene precios publicados')
  })

  test('within 15 kW says nothing of tariffs that change', async () => {
    expect(await textOf((await powerRequest(paperIn('es'))).content)).not.toContain('3.0TD')
  })
})

describe('the mandate', () => {
  test('names creditor, debtor and account, and carries the words of the rulebook', async () => {
    const text = await textOf((await mandate(paperIn('es'))).content)
    for (const told of [
      '0048213-20261120233000',
      'ES',
      '002B58378431',
      'ES36 2080 5295 1248 4241 4659',
      'ocho semanas',
      'Pago recurrente',
      'Barcelona',
    ])
      expect(text).toContain(told)
  })

  test('can be read aloud', async () => {
    const structure = await structureOf((await mandate(paperIn('ca'))).content)
    expect(structure).toMatch(/H1.*\n +"Ordre de domiciliació de càrrec directe SEPA/)
    expect(structure).toContain('Identificador del creditor')
  })
})

test.each(locales)('every request is drawn in %s', async (locale) => {
  const paper = paperIn(locale)
  const drawn = [
    await powerRequest(paper),
    await mandate(paper),
    await drawSipsRequest({ contract, asked: null, now }, paper),
  ]
  for (const { title, content } of drawn) expect(await infoOf(content)).toContain(title)
})
