import { readFileSync } from 'node:fs'
import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { type Locale, locales } from '#kit/locale.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import { infoOf, structureOf, textOf } from '#kit/server/pdf/testing.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { drawContract } from './contract-document.ts'
import type { ContractPaper } from './contract-paper.ts'
import type { ContractToDraw } from './contract-to-draw.ts'

function paperIn(locale: Locale): ContractPaper {
  const onError = (error: Error) => {
    throw error
  }
  const sayOf = (domain: string) => {
    const file = new URL(`../../../${domain}/texts/${locale}.json`, import.meta.url)
    const { document: messages } = JSON.parse(readFileSync(file, 'utf8'))
    return createTranslator({ locale, messages, timeZone: 'Europe/Madrid', onError })
  }
  return {
    locale,
    brand: brandOnPaper({ name: 'Demo Energia', color: '#0b5a43', logo: null }),
    retailer: {
      name: 'Demo Energia',
      nif: 'B58378431',
      address: 'Carrer de Pere IV, 29, 08018 Barcelona',
      email: 'hola@demo.test',
      phone: '900 100 200',
      sepaSuffix: '002',
    },
    say: sayOf('contracting') as unknown as ContractPaper['say'],
    sayOfMandate: sayOf('changes') as unknown as ContractPaper['sayOfMandate'],
  }
}

const perYear = (eur: string) => ({ per: 'year' as const, eur })

const household: ContractToDraw = {
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
  iban: 'ES3620805295124842414659',
  distributor: 'e-distribución',
  product: 'Clara',
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
  isSupplied: true,
  madeAt: new Date('2026-11-20T23:30:00Z'),
}

const workshop: ContractToDraw = {
  ...household,
  name: 'L000013',
  tariff: '3.0TD',
  powerWatts: [16_000, 16_000, 16_000, 18_000, 18_000, 20_500],
  selfConsumptionCode: '41',
  holder: {
    ...household.holder,
    isCompany: true,
    taxId: 'B58378431',
    name: 'Taller Mecànic Serra i Fills, SL',
    signer: { name: 'Anna Serra Puig', taxId: '12345678Z' },
  },
  product: 'Empresa',
  prices: {
    validFrom: '2026-01-01',
    kind: 'electricity',
    of: {
      powerPerKw: ['20.1', '16.2', '8.3', '7.4', '5.5', '3.6'].map(perYear),
      energyEurPerKwh: ['0.211', '0.191', '0.171', '0.151', '0.131', '0.111'],
      surplusEurPerKwh: '0.07',
      discounts: { energy: '4' },
    },
  },
  year: null,
}

const gas: ContractToDraw = {
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

async function textIn(contract: ContractToDraw, locale: Locale = 'es') {
  const { content } = await drawContract(contract, paperIn(locale))
  return (await textOf(content)).replace(/\s+/g, ' ')
}

describe('the contract of a household', () => {
  test('says who, which supply, at which prices, from which account, and what a year comes to', async () => {
    const text = await textIn(household)
    for (const told of [
      'Contrato de electricidad L000012',
      'Anna Güell i Coşkun · 12345678Z',
      'P1 4,6 kW · P2 4,6 kW',
      'Potencia, P1',
      '30,5',
      'Energía, P3',
      '0,113',
      'ES36 2080 5295 1248 4241 4659',
      '002B58378431',
      '2.850 kWh',
      '712,34 €',
      '21/11/2026',
    ])
      expect(text).toContain(told)
    expect(text).not.toContain('Autoconsumo')
    expect(text).not.toContain('Representante')
  })

  test('tells before anybody is bound what the law asks for, and how to go back on it', async () => {
    const text = await textIn(household)
    for (const told of ['catorce días naturales', 'Formulario de desistimiento', 'Reclamaciones', 'Datos personales'])
      expect(text).toContain(told)
  })

  test('can be read aloud', async () => {
    const { content } = await drawContract(household, paperIn('ca'))
    const structure = await structureOf(content)
    expect(structure).toMatch(/H1.*\n +"Contracte d’electricitat L000012/)
    for (const told of ['Dret de desistiment', 'Identificador del creditor']) expect(structure).toContain(told)
  })

  test('is silent about a year that is not known', async () => {
    expect(await textIn({ ...household, year: null })).not.toContain('con impuestos y alquiler')
  })
})

test('that of a company names its six periods, its panels and who signs for it', async () => {
  const text = await textIn(workshop)
  for (const told of [
    'P6 20,5 kW',
    'Energía, P6',
    'Sí, modalidad 41',
    'Compensación de excedentes',
    'Descuento en energía',
    'Anna Serra Puig · 12345678Z',
  ])
    expect(text).toContain(told)
})

test('that of gas has two prices and no powers', async () => {
  const text = await textIn(gas)
  for (const told of ['Contrato de gas L000014', 'Término fijo', '91,25', 'Término variable', '0,0612', 'RL.2'])
    expect(text).toContain(told)
  expect(text).not.toContain('Potencias contratadas')
})

test.each(locales)('every contract is drawn in %s', async (locale) => {
  for (const contract of [household, workshop, gas]) {
    const { title, content } = await drawContract(contract, paperIn(locale))
    const info = await infoOf(content)
    expect(info).toContain(title)
    expect(info).toMatch(/Tagged:\s+yes/)
  }
})
