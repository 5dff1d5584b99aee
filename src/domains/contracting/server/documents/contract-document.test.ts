import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { careFactsIn } from '#domains/retailer/server/care-facts-testing.ts'
import { readPdfInfo, readPdfStructure, readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import { type Locale, locales } from '#vocabulary/locale.ts'
import { splitCups } from '#vocabulary/split-cups.ts'
import { writeBonusRenunciation } from './bonus-renunciation.ts'
import { drawContract } from './contract-document.ts'
import type { ContractDocumentData } from './contract-document-data.ts'
import { drawnIn, gas, household, paperIn, perYear, textIn } from './contract-document-testing.ts'
import { pointsOf } from './contract-points.ts'
import { drawSummary, summarizeContract } from './contract-summary.ts'

const workshop: ContractDocumentData = {
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

describe('the contract of a household', () => {
  test('states the holder, the supply, the prices, the account and the yearly cost', async () => {
    const text = await textIn(household)
    for (const expectedText of [
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
      expect(text).toContain(expectedText)
    expect(text).not.toContain('Autoconsumo')
    expect(text).not.toContain('Representante')
  })

  test('contains the precontractual information required by law, and how to withdraw', async () => {
    const text = await textIn(household)
    for (const expectedText of [
      'catorce días naturales',
      'Formulario de desistimiento',
      'Reclamaciones',
      'Datos personales',
    ])
      expect(text).toContain(expectedText)
  })

  test('is accessible to a screen reader', async () => {
    const { content } = await drawnIn(household, 'ca')
    const structure = await readPdfStructure(content)
    expect(structure).toMatch(/H1.*\n +"Contracte d’electricitat L000012/)
    for (const expectedText of ['Dret de desistiment', 'Identificador del creditor'])
      expect(structure).toContain(expectedText)
  })

  test('omits a yearly cost that is not known', async () => {
    expect(await textIn({ ...household, year: null })).not.toContain('con impuestos y alquiler')
  })
})

test('of a company names its six periods, its panels and its signer', async () => {
  const text = await textIn(workshop)
  for (const expectedText of [
    'P6 20,5 kW',
    'Energía, P6',
    'Sí: individual, con excedentes que se compensan',
    'Compensación de excedentes',
    'Descuento en energía',
    'Anna Serra Puig · 12345678Z',
  ])
    expect(text).toContain(expectedText)
})

test('of gas has two prices and no powers', async () => {
  const text = await textIn(gas)
  for (const expectedText of ['Contrato de gas L000014', 'Término fijo', '91,25', 'Término variable', '0,0612', 'RL.2'])
    expect(text).toContain(expectedText)
  expect(text).not.toContain('Potencias contratadas')
})

/** What the law lets a customer read, by language: the switch, leaving and complaints. */
const termsOfLaw: Partial<
  Record<Locale, Record<'electricitySwitch' | 'gasSwitch' | 'leaving' | 'notice' | 'answer', RegExp>>
> = {
  ca: {
    electricitySwitch: /deu dies hàbils com a màxim, o en quinze/,
    gasSwitch: /tres setmanes com a màxim/,
    leaving: /en qualsevol moment, sense cost\. La distribuïdora .* cinc dies hàbils/,
    notice: /avisant amb quinze dies/,
    answer: /quinze dies hàbils; en cinc dies si es tracta d’una factura.*junta arbitral de consum de la comunitat/,
  },
  es: {
    electricitySwitch: /diez días hábiles como máximo, o en quince/,
    gasSwitch: /tres semanas como máximo/,
    leaving: /en cualquier momento, sin coste\. La distribuidora .* cinco días hábiles/,
    notice: /avisando con quince días/,
    answer: /quince días hábiles; en cinco días si se trata de una factura.*junta arbitral de consumo de la comunidad/,
  },
  en: {
    electricitySwitch: /ten working days at most, or fifteen/,
    gasSwitch: /three weeks at most/,
    leaving: /at any time, free of charge\. The distributor .* five working days/,
    notice: /fifteen days’ notice/,
    answer: /fifteen working days; within five days about an invoice.*consumer arbitration board/,
  },
  gl: {
    electricitySwitch: /dez días hábiles como máximo, ou en quince/,
    gasSwitch: /tres semanas como máximo/,
    leaving: /en calquera momento, sen custo\. A distribuidora .* cinco días hábiles/,
    notice: /avisando con quince días/,
    answer: /quince días hábiles; en cinco días se se trata dunha factura.*xunta arbitral de consumo da comunidade/,
  },
  fr: {
    electricitySwitch: /dix jours ouvrables au plus, ou quinze/,
    gasSwitch: /trois semaines au plus/,
    leaving: /à tout moment, sans frais\. Le distributeur .* cinq jours ouvrables/,
    notice: /préavis de quinze jours/,
    answer: /quinze jours ouvrables ; sous cinq jours s’il s’agit d’une facture.*commission d’arbitrage/,
  },
  de: {
    electricitySwitch: /nach zehn Werktagen oder, .* nach fünfzehn/,
    gasSwitch: /spätestens nach drei Wochen/,
    leaving: /jederzeit kostenlos kündigen\. Der Netzbetreiber .* fünf Werktage/,
    notice: /Frist von fünfzehn Tagen/,
    answer: /fünfzehn Werktagen; innerhalb von fünf Tagen, wenn es um eine Rechnung.*Verbraucherschiedsstelle/,
  },
}

test.each(locales)('states in %s the terms of the law for switching, leaving and complaining', async (locale) => {
  const terms = termsOfLaw[locale]!
  const [home, firm, ofGas] = [
    await textIn(household, locale),
    await textIn(workshop, locale),
    await textIn(gas, locale),
  ]
  for (const text of [home, firm, ofGas]) expect(text).toMatch(terms.answer)
  for (const term of [terms.electricitySwitch, terms.leaving]) expect(home).toMatch(term)
  expect(firm).toMatch(terms.notice)
  expect(firm).not.toMatch(terms.leaving)
  for (const term of [terms.gasSwitch, terms.notice]) expect(ofGas).toMatch(term)
  expect(ofGas).not.toMatch(terms.electricitySwitch)
})

test('names the body for complaints out of court that the retailer belongs to', async () => {
  const paper = paperIn('es')
  const retailer = { ...paper.retailer, disputeBody: 'Junta Arbitral de Catalunya' }
  const { content } = await drawContract(household, { ...paper, retailer })
  expect((await readPdfText(content)).replace(/\s+/g, ' ')).toContain(
    'acudir, sin ir a juicio, a Junta Arbitral de Catalunya',
  )
})

test.each(locales)('draws every contract in %s', async (locale) => {
  for (const contract of [household, workshop, gas]) {
    const { title, content } = await drawnIn(contract, locale)
    const info = await readPdfInfo(content)
    expect(info).toContain(title)
    expect(info).toMatch(/Tagged:\s+yes/)
  }
})

test.each(locales)('states in %s every point that a contract must state', async (locale) => {
  const context = paperIn(locale)
  for (const contract of [household, gas]) {
    const text = await textIn(contract, locale)
    for (const { name, place } of pointsOf(contract.energy)) {
      const heading =
        'fact' in place
          ? context.t(`facts.${place.fact}`)
          : context.t('topic' in place ? `information.${place.topic}.title` : `sections.${place.section}`)
      expect(text, name).toContain(heading)
      if ('topic' in place) expect(text, name).toContain(longestLiteralOf(informationIn(locale)[place.topic]!.text))
    }
    // On a fixed price, in euros per kW and year, and per kWh.
    const units = contract.energy === 'gas' ? (['perYear', 'perKwh'] as const) : (['perKwYear', 'perKwh'] as const)
    for (const unit of units) expect(text).toContain(context.t(`prices.${unit}`))
    for (const value of ['9820', '9872023VH5797S0001WX', 'https://comparador.cnmc.gob.es', contract.name])
      expect(text).toContain(value)
  }
})

/** Returns the sections of a contract as they are written, before anything is inserted. */
function informationIn(locale: Locale): Record<string, { text: string }> {
  const file = new URL(`../../texts/${locale}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).document.information
}

/** Returns the longest part of a text that stands in it whatever is inserted. */
function longestLiteralOf(text: string): string {
  let depth = 0
  const outside = [...text].map((character) => {
    if (character === '{') depth++
    const literal = depth === 0 ? character : '\n'
    if (character === '}') depth--
    return literal
  })
  const parts = outside.join('').split('\n')
  return parts
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '')
    .trim()
    .slice(0, 60)
    .trim()
}

test.each(locales)('names in %s the day that its holder has chosen for the switch', async (locale) => {
  const contract = { ...household, switchOn: '2026-12-15' }
  const day = formatDay(contract.switchOn, locale).replace(/\s/g, ' ')
  expect(await textIn(contract, locale)).toContain(day)
  expect(await textIn(household, locale)).not.toContain(day)
  const context = paperIn(locale)
  const start = summarizeContract(contract, context).facts.find(({ label }) => label === context.t('summary.start'))
  expect(start?.value.replace(/\s/g, ' ')).toContain(day)
})

/** What a contract whose price follows the market says of it, by language. */
const dynamicTexts: Partial<Record<Locale, RegExp>> = {
  ca: /preu dinàmic .*13\.n.*no tenen límit/,
  de: /dynamischem Preis .*13\.n.*keine Obergrenze/,
  en: /dynamic price .*13\.n.*are not limited/,
  es: /precio dinámico .*13\.n.*no tienen límite/,
  fr: /prix dynamique .*13\.n.*sans limite/,
  gl: /prezo dinámico .*13\.n.*non teñen límite/,
}

test.each(locales)('says in %s where its price follows the market, with its risk', async (locale) => {
  const contract = { ...household, isDynamic: true, year: null }
  const context = paperIn(locale)
  expect(await textIn(contract, locale)).toMatch(dynamicTexts[locale] ?? /./)
  expect(await textIn(household, locale)).not.toMatch(dynamicTexts[locale]!)
  const labels = summarizeContract(contract, context).facts.map(({ label }) => label)
  expect(labels).toContain(context.t('summary.energyPriceDynamic'))
})

/** How the contract and its summary name the means of payment, by language. */
const meansByLanguage: Partial<Record<Locale, Record<'card' | 'transfer', RegExp>>> = {
  ca: { card: /amb targeta/i, transfer: /per transferència/i },
  de: { card: /mit Karte/i, transfer: /Überweisung/ },
  en: { card: /by card|with a card/i, transfer: /by bank transfer/i },
  es: { card: /con tarjeta/i, transfer: /por transferencia/i },
  fr: { card: /par carte/i, transfer: /par virement/i },
  gl: { card: /con tarxeta/i, transfer: /por transferencia/i },
}

test.each(locales)('orders no direct debit in %s from a holder who pays otherwise', async (locale) => {
  const context = paperIn(locale)
  for (const means of ['card', 'transfer'] as const) {
    const contract = { ...household, paymentMeans: means, iban: null }
    const text = await textIn(contract, locale)
    expect(text).not.toContain(context.t('sections.mandate'))
    const summary = summarizeContract(contract, context)
    const stated = summary.facts.find(({ label }) => label === context.t('summary.payment'))?.value
    for (const each of [text, stated]) expect(each).toMatch(meansByLanguage[locale]?.[means] ?? /./)
    expect(text).not.toMatch(
      /mandat de prélèvement|Lastschriftmandat|orden? de domiciliació|orde de domiciliación|direct debit mandate/,
    )
  }
})

/** What the sections say that the law sets in figures, by language. */
const figures: Partial<Record<Locale, readonly RegExp[]>> = {
  ca: [
    /peatges i càrrecs nous − peatges/,
    /30,05 euros .*10 %/,
    /interès legal més 1,5 punts/,
    /dos mesos/,
    /24 hores/,
  ],
  es: [
    /peajes y cargos nuevos − peajes/,
    /30,05 euros .*10 %/,
    /interés legal más 1,5 puntos/,
    /dos meses/,
    /24 horas/,
  ],
  en: [
    /new tolls and charges − former/,
    /30\.05 euros .*10 %/,
    /legal interest plus 1\.5 points/,
    /two months/,
    /24 hours/,
  ],
  gl: [/peaxes e cargos novos − peaxes/, /30,05 euros .*10 %/, /xuro legal máis 1,5 puntos/, /dous meses/, /24 horas/],
  fr: [
    /nouveaux péages et charges − anciens/,
    /30,05 euros .*10 %/,
    /intérêt légal plus 1,5 point/,
    /deux mois/,
    /24 heures/,
  ],
  de: [
    /neue Entgelte und Umlagen − bisherige/,
    /30,05 Euro .*10 %/,
    /Zins plus 1,5 Punkten/,
    /zwei Monate/,
    /24 Stunden/,
  ],
}

test.each(locales)(
  'states in %s the formula of a revision, compensation, corrections and suspension',
  async (locale) => {
    const text = await textIn(household, locale)
    for (const figure of figures[locale]!) expect(text).toMatch(figure)
  },
)

test('says where an activity or a cadastral reference was not given', async () => {
  const text = await textIn({ ...household, cnaeCode: null, cadastralReference: null })
  expect(text.match(/No indicada/g)).toHaveLength(2)
})

/** Words of each fact that the summary must state: price, duration, penalty, start, withdrawal and extra services. */
const summaryTexts: Partial<Record<Locale, readonly string[]>> = {
  ca: [
    'Preu de l’energia',
    'Un any',
    'no hi ha penalització',
    'deu dies hàbils',
    'catorze dies',
    'Serveis addicionals',
  ],
  es: [
    'Precio de la energía',
    'Un año',
    'no hay penalización',
    'diez días hábiles',
    'catorce días',
    'Servicios adicionales',
  ],
  en: ['Price of the energy', 'One year', 'there is no penalty', 'ten working days', 'fourteen days', 'Extra services'],
  gl: ['Prezo da enerxía', 'Un ano', 'non hai penalización', 'dez días hábiles', 'catorce días', 'Servizos adicionais'],
  fr: [
    'Prix de l’énergie',
    'Un an',
    'il n’y a pas de pénalité',
    'dix jours ouvrables',
    'quatorze jours',
    'Services supplémentaires',
  ],
  de: ['Preis der Energie', 'Ein Jahr', 'keine Vertragsstrafe', 'zehn Werktagen', 'vierzehn Tage', 'Zusatzleistungen'],
}

test.each(locales)('is summarized in %s on one page, apart from it, with its main terms', async (locale) => {
  const context = paperIn(locale)
  for (const contract of [household, workshop, gas]) {
    const content = await drawSummary(summarizeContract(contract, context), context, contract.madeAt)
    expect(await readPdfInfo(content)).toMatch(/Pages:\s+1\n/)
    const text = (await readPdfText(content)).replace(/\s+/g, ' ')
    const { holder, supplyAddress } = contract
    for (const fact of [holder.name, holder.taxId, supplyAddress, splitCups(contract.cups).join(' ')])
      expect(text).toContain(fact)
    const stated = summaryTexts[locale]!.filter((_, index) => contract.energy !== 'gas' || index !== 3)
    for (const fact of stated) expect(text).toContain(fact)
  }
})

test.each(locales)(
  'states in %s how customer care is reached, its hours and terms, and the body out of court',
  async (locale) => {
    const text = await textIn(household, locale)
    expect(text).toContain(paperIn(locale).t('sections.care'))
    for (const { label } of careFactsIn(locale)) expect(text).toContain(label)
  },
)

describe.each(locales)('the renunciation of the social bonus in %s', (locale) => {
  const renounce = (discount_eur: number | null, year = household.year) => {
    const steps = { 1: { residence_type: 'habitual' }, 3: { power: 4.6, social_bonus: { discount_eur } } }
    return writeBonusRenunciation({ ...household, year }, steps as never, paperIn(locale))!
  }

  test.each([
    ['own bills', 48.17, household.year, [14_451, 4_817]],
    ['the consumption of the supply', null, household.year, [30_274, 40_960]],
    ['the discounts of the law alone', null, null, []],
  ] as const)(
    'fits on one page and states what is lost by %s, with its law and who has the bonus',
    async (_, discount, year, cents) => {
      const context = paperIn(locale)
      const content = await drawSummary(renounce(discount, year), context, household.madeAt)
      expect(await readPdfInfo(content)).toMatch(/Pages:\s+1\n/)
      const text = (await readPdfText(content)).replace(/\s+/g, ' ')
      for (const stated of [
        ...cents.map((each) => formatMoney(each, locale).replace(/\s/g, ' ')),
        ...['12345678Z', '88/2026', '897/2017', 'sede.cnmc.gob.es/listado/censo/10', 'comparador.cnmc.gob.es'],
      ])
        expect(text).toContain(stated)
    },
  )
})
