import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { careFactsIn } from '#domains/retailer/server/care-facts-testing.ts'
import { readPdfInfo, readPdfLinks, readPdfStructure, readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { toSupportedGlyphs } from '#kit/server/pdf/text-runs.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { formatDay, formatDecimal, formatEnergy, formatMoney } from '#vocabulary/format.ts'
import { locales } from '#vocabulary/locale.ts'
import { documentContextIn, invoice, invoiceHead } from './document-testing.ts'
import { drawInvoice } from './draw-invoice.ts'
import { drawMultipointInvoice } from './draw-multipoint-invoice.ts'
import { listParticulars } from './list-particulars.ts'

describe('the invoice of a home', () => {
  const drawn = drawInvoice(invoice, documentContextIn('es'))

  test('states on its first page the amount, the due date and the reason', async () => {
    const [first] = (await readPdfText(await drawn)).split('\f')
    expect(first).toContain('Factura de luz FE26/161291')
    expect(first).toContain('47,18 €')
    expect(first).toContain('Se cobrará el 27/11/2026 en tu cuenta acabada en 3157.')
    expect(first).toContain('Son 9,27 € menos que hace un año. Usaste 33 kWh menos.')
    expect(first).toContain('ES 0031 4060 8321 9007 ZY 0F')
    expect(first).toContain('Punta 4,6 kW · Valle 3,45 kW')
  })

  test('shows every line of the bill with its amount, and the total that they add up to', async () => {
    const text = await readPdfText(await drawn)
    const detail = text.slice(text.indexOf('El detalle'))
    for (const { amountCents } of invoice.lines) expect(detail).toContain(plain(formatMoney(amountCents, 'es')))
    expect(detail).toMatch(/Punta +54,12 kWh +0,2139 €\/kWh +11,58 €/)
    expect(detail).toMatch(/Impuesto eléctrico +38,98 € +5,11269632 % +1,99 €/)
    expect(detail).toMatch(/Total de la factura +47,18 €/)
  })

  test('states whom to contact, including in a power cut', async () => {
    const text = (await readPdfText(await drawn)).replace(/\s+/g, ' ')
    for (const shown of ['Demo Energia, S.L. · NIF B63272603', '900 000 000', '900 111 222 · e-distribución']) {
      expect(text).toContain(shown)
    }
  })

  test('is tagged: title, sections, tables and a figure with its alternative text', async () => {
    const pdf = await drawn
    expect(await readPdfInfo(pdf)).toMatch(/Title: +Factura de luz FE26\/161291\n.*Tagged: +yes\n.*Pages: +2\n/s)
    const structure = await readPdfStructure(pdf)
    expect(structure).toMatch(/H1 \(block\)\s+"Factura de luz FE26\/161291"/)
    expect(structure.match(/^ *H2/gm)).toHaveLength(5)
    expect(structure.match(/^ *Table/gm)).toHaveLength(2)
    expect(structure).toMatch(/^ *Figure:/m)
    expect(structure).toMatch(/TH:\s+\/Scope \/Row\s+"IVA"\s+TD\s+"41,80 €"\s+TD\s+"21 %"\s+TD\s+"8,78 €"/)
  })

  test('leads to the comparator of the CNMC by a code and by a link', async () => {
    const pdf = await drawn
    expect(await readPdfText(pdf)).toContain('Abrir el comparador de la CNMC con los datos de esta factura')
    expect(await readPdfLinks(pdf)).toEqual([invoice.comparatorAddress])
    expect(await readPdfStructure(pdf)).toMatch(/^ *Link/m)
  })

  test('has neither where the comparator cannot compare it', async () => {
    const pdf = await drawInvoice({ ...invoice, comparatorAddress: null }, documentContextIn('es'))
    expect(await readPdfText(pdf)).not.toContain('CNMC')
    expect(await readPdfLinks(pdf)).toEqual([])
  })

  test('is byte-identical every time it is drawn', async () => {
    expect(await drawInvoice(invoice, documentContextIn('es'))).toEqual(await drawn)
  })
})

/** What the law wants on a bill besides its figures, as the sample has it: numbers, days and codes, without words. */
const particulars = [
  ...['042123456', '400100200300', '100 % renovable', 'ES0031406083219007ZY0FA000', 'CAU', '41'],
  ...['1.204,5', '1.310', '2.877,25', '1.258,62', '2.972,225', '4,412 kW', '2,95 kW', '11,87 €', '6,34 €', '71 kWh'],
]
const ofPanels = ['selfConsumptionType', 'selfConsumptionCode', 'compensatedEnergy'] as const
/** The same with a comma for thousands. */
const english: Record<string, string> = {
  '1.204,5': '1,204.5',
  '1.310': '1,310',
  '2.877,25': '2,877.25',
  '1.258,62': '1,258.62',
  '2.972,225': '2,972.225',
  '4,412 kW': '4.412 kW',
  '2,95 kW': '2.95 kW',
  '11,87 €': '€11.87',
  '6,34 €': '€6.34',
}

describe.each(locales)('the meter and the contract in %s', (locale) => {
  const paper = documentContextIn(locale)
  const read = async (change: Partial<typeof invoice.particulars> = {}) => {
    const bill = { ...invoice, particulars: { ...invoice.particulars, ...change } }
    return normalized(await readPdfText(await drawInvoice(bill, paper)))
  }

  test('are on the paper: meter, readings and how they were taken, highest powers, tolls and charges, access contract, self-consumption', async () => {
    const text = await read()
    for (const each of particulars) {
      const thousands = locale === 'fr' ? each.replace(/(\d)\.(\d{3})/g, '$1 $2') : each
      expect(text).toContain(normalized(locale === 'en' ? (english[each] ?? each) : thousands))
    }
    for (const fact of ['meterNumber', 'readingFrom', 'readingTo', 'highestPower', 'accessCosts', ...ofPanels] as const)
      expect(text).toContain(normalized(paper.t(`facts.${fact}`)))
    for (const state of ['actual', 'estimated'] as const) {
      const phrase = paper.t(`particulars.${state}`, { day: '', registers: '' })
      expect(text).toContain(normalized(phrase.replaceAll(/[,:\s]/g, '')))
    }
  })

  test('name the type of the self-consumption, its code and the compensated energy each by itself', async () => {
    const { particulars } = invoice
    const listed = listParticulars(particulars, paper).filter(({ fact }) => fact.startsWith('self_consumption'))
    expect(listed.map(({ label }) => label)).toEqual(ofPanels.map((fact) => paper.t(`facts.${fact}`)))
    const [type, code, energy] = listed.map(({ value }) => value)
    expect(type).toMatch(/^\p{Lu}.*\([^)]+ 41\)$/u)
    expect([code, energy]).toEqual([particulars.selfConsumption!.cau, formatEnergy(71_400, locale)])
    const withoutCode = { code: '31', cau: null, compensatedWh: 0 }
    const facts = listParticulars({ ...particulars, selfConsumption: withoutCode }, paper).map(({ fact }) => fact)
    expect(facts.filter((fact) => fact !== 'other')).toEqual(['self_consumption_type'])
  })

  test('have the code of the self-consumption in groups, on one line', async () => {
    const text = await readPdfText(await drawInvoice(invoice, paper))
    expect(text.replaceAll('\u00a0', ' ')).toContain('ES 0031 4060 8321 9007 ZY 0F A000')
  })

  test('say when the contract ends or renews, what leaving costs and when prices change', async () => {
    const dayOf = (day: string) => normalized(formatDay(day, locale))
    const text = await read()
    for (const day of ['2027-03-01', '2027-02-28', '2027-01-01']) expect(text).toContain(dayOf(day))
    const other = await read({ endsOn: '2026-12-31', renewsOn: null, penalty: null, nextPricesOn: null })
    expect(other).toContain(normalized(paper.t('particulars.endsOn', { day: formatDay('2026-12-31', locale) })))
    expect(other).toContain(normalized(paper.t('particulars.noPenalty')))
    expect(other).not.toContain(normalized(paper.t('facts.nextRevision')))
  })

  test('give the gas in cubic metres with its conversion factor and calorific value', async () => {
    const register = (date: string, cubicMetres: number) => ({ date, is_estimated: false, registers: [cubicMetres] })
    const text = await read({
      readings: {
        ...{ unit: 'm3', factor: 11.63, calorific: 11.9 },
        ...{ from: register('2026-10-01', 100), to: register('2026-11-01', 123.5) },
      },
    })
    const values = { volume: formatDecimal('23.5', locale), factor: formatDecimal('11.63', locale) }
    expect(text).toContain(normalized(paper.t('particulars.volume', values)))
    const calorific = { value: formatDecimal('11.9', locale) }
    expect(text).toContain(normalized(paper.t('particulars.calorific', calorific)))
  })
})

function normalized(text: string): string {
  return text.replace(/[\s\u00a0\u202f]/g, '')
}

const transfer = {
  iban: 'ES9121000418450200051332',
  bic: 'CAIXESBBXXX',
  beneficiary: 'Demo Energia, S.L.',
  concept: 'FE26/161291',
  amountCents: invoice.totalCents,
}
const byTransfer = { ...invoice, payment: { state: 'transfer', until: '2026-12-05' } as const, transfer }

test('an invoice paid by transfer shows the account and the concept on its first page', async () => {
  const pdf = await drawInvoice(byTransfer, documentContextIn('es'))
  const [first] = (await readPdfText(pdf)).split('\f')
  for (const shown of ['ES91 2100 0418 4502 0005 1332', 'BIC CAIXESBBXXX', 'Demo Energia, S.L.', 'FE26/161291'])
    expect(first).toContain(shown)
  expect((await readPdfStructure(pdf)).match(/^ *Figure:/gm), 'two QR codes and the chart').toHaveLength(3)
})

test('a multipoint invoice paid by transfer shows the account too', async () => {
  const pdf = await drawMultipointInvoice({ ...byTransfer, points: [] }, documentContextIn('es'))
  expect(await readPdfText(pdf)).toContain('ES91 2100 0418 4502 0005 1332')
})

test('an invoice that cancels another says so and compares nothing', async () => {
  const pdf = await drawInvoice(
    {
      ...invoice,
      totalCents: -4718,
      payment: { state: 'refund', accountEnding: '3157' },
      rectification: { type: 'A', number: 'FE26/157374' },
    },
    documentContextIn('es'),
  )
  const text = await readPdfText(pdf)
  expect(text).toContain('Esta factura anula la FE26/157374.')
  expect(text).toContain('Total a tu favor')
  expect(text).not.toMatch(/hace un año|Usaste/)
})

describe.each(locales)('in %s', (locale) => {
  test('the font has every glyph of the texts', () => {
    for (const text of textsOf(locale)) expect(toSupportedGlyphs(text)).toBe(text)
  })

  test('an invoice is drawn with all its texts and figures', async () => {
    const paper = documentContextIn(locale)
    const pdf = await drawInvoice(invoice, paper)
    const text = await readPdfText(pdf)
    for (const key of ['sections.detail', 'groups.surplus', 'lines.electricity_tax', 'use.surplus'] as const) {
      expect(text).toContain(paper.t(key))
    }
    expect(text).toContain(plain(formatMoney(invoice.totalCents, locale)))
    // A question mark stands for a glyph that could not be drawn.
    expect(text).not.toMatch(/[?\0\ufffd]/)
    expect(await readPdfInfo(pdf), 'one double-sided sheet').toMatch(/Pages: +2\n/)
    expect(await readPdfInfo(await drawInvoice(byTransfer, paper)), 'also with the account').toMatch(/Pages: +2\n/)
  })
})

/**
 * Returns the points of a multipoint invoice, each of 40 € and 21 % VAT. `more` overrides the values of single points.
 */
function pointsAt(places: readonly [town: string, street: string][], more: (index: number) => object = () => ({})) {
  const day = { period: null, firstDay: '2026-10-01', lastDay: '2026-10-31', days: null, figure: null } as const
  const lines: BillLine[] = [
    { ...day, kind: 'energy', quantity: '40', unit: 'EUR', unitPrice: '1', amountCents: 4_000 },
    { ...day, kind: 'vat', quantity: '40.00', unit: 'percent', unitPrice: '21', amountCents: 840 },
  ]
  return places.map(([town, street], index) => ({
    ...{ town, address: `${street}, ${town}`, cups: makeCups('0031', String(406_000_000_000 + index), '0F') },
    ...{ invoiceNumber: `FE26/${200_000 + index}`, energyWh: 100_000, totalCents: 4_840, lines, ...more(index) },
  }))
}

function drawJoint(points: ReturnType<typeof pointsAt>) {
  const totalCents = points.reduce((sum, point) => sum + point.totalCents, 0)
  return drawMultipointInvoice({ ...invoiceHead, number: 'MP26/12', totalCents, points }, documentContextIn('es'))
}

describe('a multipoint invoice', () => {
  const twelve = Array.from({ length: 12 }, (_, index): [string, string] => ['Vic', `Rambla, ${index + 1}`])

  test('shows the tax base and the amount of each tax by rate, down to its total', async () => {
    const points = pointsAt([...twelve, ['Vic', 'Rambla, 13']], (index) => (index === 12 ? { lines: [] } : {}))
    const text = await readPdfText(await drawJoint(points))
    expect(text).toMatch(/Impuesto +Base imponible +Cuota +Suma/)
    expect(text).toMatch(/IVA 21 % +480,00 € +100,80 € +580,80 €/)
    expect(text).toMatch(/1 factura sin detalle de impuestos +48,40 €/)
    expect(text).toMatch(/Total de la factura +480,00 € +100,80 € +629,20 €/)
    expect(text).toMatch(/Total de la factura +1\.300 kWh +629,20 €/)
  })

  test('shows subtotals for towns, and for addresses that have several invoices', async () => {
    const points = pointsAt([
      ['Manlleu', 'Plaça, 3'],
      ['Vic', 'Carrer Major, 1'],
      ['Vic', 'Carrer Major, 1'],
      ['Vic', 'Rambla, 2'],
    ])
    const text = await readPdfText(await drawJoint(points))
    expect(text).toMatch(/Manlleu +100 kWh +48,40 €\n(.*\n)*? *Plaça, 3, Manlleu +ES/)
    expect(text).toMatch(
      /Vic +300 kWh +145,20 €\n\s*Carrer Major, 1, Vic +200 kWh +96,80 €\n\s*Carrer Major, 1, Vic +ES/,
    )
    expect(text).not.toMatch(/Rambla, 2, Vic +100 kWh/)
  })

  test('omits subtotals that would repeat another figure', async () => {
    const text = await readPdfText(
      await drawJoint(
        pointsAt([
          ['Manlleu', 'Plaça, 3'],
          ['Vic', 'Rambla, 2'],
        ]),
      ),
    )
    expect(text).not.toMatch(/^ *(Manlleu|Vic) +\d/m)
  })

  test('of twelve invoices fits on one page, with the contact section', async () => {
    const pdf = await drawJoint(pointsAt(twelve))
    expect(await readPdfInfo(pdf)).toMatch(/Pages: +1\n/)
    expect(await readPdfText(pdf)).toContain('900 000 000')
  })

  test.each([14, 20, 33, 60, 120])('of %d invoices ends on a page with rows of its table', async (count) => {
    const points = pointsAt(Array.from({ length: count }, (_, index) => ['Vic', `Rambla, ${index + 1}`]))
    const pages = (await readPdfText(await drawJoint(points))).split('\f').slice(0, -1)
    expect(pages.at(-1)).toMatch(/Rambla, \d+, Vic(?:.|\n)*Total de la factura/)
    for (const [place, page] of pages.entries()) expect(page).toContain(`Página ${place + 1} de ${pages.length}`)
  })
})

describe('an invoice of six periods', () => {
  const [power, , ...others] = invoice.lines
  const periods = [1, 2, 3, 4, 5, 6] as const
  const energy = others.find(({ kind }) => kind === 'energy')!
  const linesOf = (more: number) => [
    ...periods.map((period) => ({ ...power!, period })),
    ...periods.map((period) => ({ ...energy, period })),
    ...Array.from({ length: more }, () => energy),
    ...others.filter(({ kind }) => kind !== 'energy'),
  ]
  const drawSix = (more: number) =>
    drawInvoice(
      {
        ...{ ...invoice, lines: linesOf(more), comparatorAddress: null },
        supply: { ...invoice.supply, powerWatts: Array(6).fill(20_000) },
      },
      documentContextIn('es'),
    )

  test('fits on two pages', async () => {
    expect(await readPdfInfo(await drawSix(0))).toMatch(/Pages: +2\n/)
  })

  test.each([6, 7, 8, 9, 10, 20])('with %d further prices has table rows above the contact section', async (more) => {
    const last = (await readPdfText(await drawSix(more))).split('\f').at(-2)
    expect(last).toMatch(/Concepto +Cantidad(?:.|\n)*Total de la factura(?:.|\n)*Quién te atiende/)
  })
})

describe('an invoice of 1,200 supply points', () => {
  const points = Array.from({ length: 1200 }, (_, index) => ({
    town: 'Barcelona',
    address: `Carrer de la Indústria, ${index + 1}, 08025 Barcelona`,
    cups: makeCups('0031', String(406_000_000_000 + index), '0F'),
    invoiceNumber: `FE26/${200_000 + index}`,
    energyWh: 100_000,
    totalCents: 4_500 + index,
    lines: [],
  }))
  const totalCents = points.reduce((sum, point) => sum + point.totalCents, 0)
  const drawn = drawMultipointInvoice(
    { ...invoiceHead, number: 'MP26/12', totalCents, points },
    documentContextIn('ca'),
  )

  test('lists each of them once, with its address, invoice and total', async () => {
    const text = await readPdfText(await drawn)
    for (const { invoiceNumber, totalCents: cents } of points) {
      expect(text).toMatch(new RegExp(`${invoiceNumber} +100 kWh +${plain(formatMoney(cents, 'ca'))}`))
    }
    expect(text.match(/Carrer de la Indústria/g)).toHaveLength(1200)
  })

  test('repeats the column headings on every page, and adds up to the total', async () => {
    const pages = (await readPdfText(await drawn)).split('\f').slice(0, -1)
    expect(pages.length).toBeGreaterThan(20)
    for (const page of pages) expect(page).toMatch(/Adreça +CUPS +Factura +Energia +Import/)
    expect(pages[0]).toContain('61.194,00 €')
    expect(pages.at(-1)).toMatch(/Total de la factura +120\.000 kWh +61\.194,00 €/)
  })
})

function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ')
}

/** Returns all texts of the document in a language. */
function textsOf(locale: string): string[] {
  const { document } = JSON.parse(readFileSync(new URL(`../texts/${locale}.json`, import.meta.url), 'utf8'))
  return Object.values<string | Record<string, string>>(document).flatMap((text) =>
    typeof text === 'string' ? [text] : Object.values(text),
  )
}

test.each(locales)(
  'states in %s how customer care is reached, its hours and terms, and the body out of court',
  async (locale) => {
    const text = (await readPdfText(await drawInvoice(invoice, documentContextIn(locale)))).replace(/\s+/g, '')
    for (const { label, value } of careFactsIn(locale)) {
      expect(text).toContain(label.replace(/\s+/g, ''))
      expect(text).toContain(value.split(' ')[0])
    }
  },
)
