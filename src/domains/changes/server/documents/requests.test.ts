import { readFileSync } from 'node:fs'
import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { type Locale, locales } from '#kit/locale.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import { infoOf, structureOf, textOf } from '#kit/server/pdf/testing.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { powerCosts } from '../../power-costs.ts'
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
    retailer: { name: 'Demo Energia', nif: 'B58378431', address: 'Carrer de Pere IV, 29, 08018 Barcelona' },
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

const charges = { hookUpEur: '9.04', accessEurPerKw: '19.7', extensionEurPerKw: '17.27', taxPercent: '21' }

function powerRequest(paper: RequestPaper, taxPercent: string | null = '21') {
  const powerWatts = [5_500, 5_500]
  const around = { asked: powerWatts, present: contract.powerWatts, heldWatts: 4_600 }
  const costs = powerCosts(around, { ...charges, taxPercent })
  return drawPowerRequest({ contract, asked: { powerWatts, phone: '+34612345678', costs }, now }, paper)
}

function mandate(paper: RequestPaper) {
  const asked = { iban: 'ES3620805295124842414659', mandateReference: '0048213-20261120233000' }
  return drawMandate({ contract, asked, now }, paper)
}

describe('the request of another power', () => {
  test('says who asks, what is and what is asked for, and what it costs', async () => {
    const { title, content } = await powerRequest(paperIn('es'))
    expect(title).toBe('Petición de cambio de potencia del contrato 0048213')
    const text = await textOf(content)
    for (const told of [
      'Anna Güell i Coşkun · 12345678Z',
      '4,6 kW',
      '5,5 kW',
      '0,9 kW × 17,27 €/kW',
      '51,20 €',
      '+34612345678',
      '21/11/2026',
    ])
      expect(text).toContain(told)
  })

  test('leaves the tax open where it is not known', async () => {
    const { content } = await powerRequest(paperIn('es'), null)
    const text = await textOf(content)
    expect(text).toContain('Total sin impuestos')
    expect(text).not.toContain('IVA')
  })
})

describe('the mandate', () => {
  test('names creditor, debtor and account, and carries the words of the rulebook', async () => {
    const text = await textOf((await mandate(paperIn('es'))).content)
    for (const told of [
      '0048213-20261120233000',
      'ES',
      '000B58378431',
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
