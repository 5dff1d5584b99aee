import { describe, expect, test } from 'vitest'
import { type Chart, drawBarChart } from './bar-chart.ts'
import { deriveDocumentBrand } from './brand.ts'
import { drawBreakdown } from './breakdown.ts'
import { drawDescriptionList } from './description-list.ts'
import { drawParagraph, drawSection, drawTitle } from './headings-and-paragraphs.ts'
import { drawMasthead } from './masthead.ts'
import { closePdfDocument, openPdfDocument, type PdfDocument } from './pdf-document.ts'
import { readPdfFonts, readPdfInfo, readPdfMetadata, readPdfStructure, readPdfText } from './pdf-testing.ts'
import { drawSummaryCard } from './summary-card.ts'
import { drawTable } from './table.ts'

function draw(write: (sheet: PdfDocument) => void, logo: Buffer | null = null): Promise<Buffer> {
  const sheet = openPdfDocument({
    language: 'ca',
    title: 'Comptes',
    subject: 'Any 2026',
    brand: deriveDocumentBrand({ name: 'Demo & Fills', color: '#0b5a43', logo }),
    createdAt: new Date('2026-11-20T09:00:00Z'),
    footer: 'Demo & Fills, S.L.',
    labelPage: (number, count) => `Pàgina ${number} de ${count}`,
  })
  write(sheet)
  return closePdfDocument(sheet)
}

describe('a PDF document', () => {
  const drawn = draw((sheet) => drawTitle(sheet, 'Comptes'))

  test('declares that it is tagged, its language, and that its title is displayed', async () => {
    const pdf = await drawn
    expect(await readPdfInfo(pdf)).toMatch(/Title: +Comptes\n.*Tagged: +yes\n.*Page size: +595.28 x 841.89 pts \(A4\)/s)
    expect(pdf.toString('latin1')).toMatch(/\/Lang \(ca\)/)
    expect(pdf.toString('latin1')).toMatch(/\/DisplayDocTitle true/)
  })

  test('declares in well-formed metadata that it is accessible', async () => {
    const metadata = await readPdfMetadata(await drawn)
    expect(metadata).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(metadata).not.toMatch(/&(?!amp;)/)
  })

  test('embeds its own fonts, with the characters of each glyph', async () => {
    const fonts = (await readPdfFonts(await drawn)).split('\n').slice(2, -1)
    expect(fonts.length).toBeGreaterThan(0)
    for (const font of fonts) expect(font).toMatch(/InstrumentSans-[\w-]+ +CID TrueType +Identity-H +yes yes yes/)
  })

  test('is identical each time it is drawn', async () => {
    expect(await draw((sheet) => drawTitle(sheet, 'Comptes'))).toEqual(await drawn)
  })
})

test('page numbers, footers and repeated table heads are visible but not read aloud', async () => {
  const pdf = await draw((sheet) => {
    for (let count = 0; count < 60; count++) drawParagraph(sheet, 'Una línia i una altra. '.repeat(8))
  })
  const pages = (await readPdfText(pdf)).split('\f').slice(0, -1)
  expect(pages.length).toBeGreaterThan(1)
  for (const [index, page] of pages.entries()) expect(page).toContain(`Pàgina ${index + 1} de ${pages.length}`)
  const structure = await readPdfStructure(pdf)
  expect(structure).toContain('Una línia i una altra.')
  expect(structure).not.toMatch(/Pàgina|S\.L\./)
})

test('a paragraph that continues on the next page stays one paragraph', async () => {
  const pdf = await draw((sheet) => drawParagraph(sheet, 'Un text molt llarg que no hi cap. '.repeat(400)))
  expect((await readPdfText(pdf)).split('\f')[1]).toContain('Un text molt llarg')
  expect((await readPdfStructure(pdf)).match(/^ *P/gm)).toHaveLength(1)
})

describe('a table', () => {
  const rows = Array.from({ length: 90 }, (_, index) => ({ cells: [`Punt ${index}`, `${index},50 €`] }))
  const drawn = draw((sheet) =>
    drawTable(
      sheet,
      [
        { head: 'Punt', share: 3 },
        { head: 'Import', share: 1, align: 'right' },
      ],
      [
        { cells: ['Energia', '7,00 €'], kind: 'group' },
        ...rows,
        { cells: ['Total de tots els punts', '99,00 €'], kind: 'total' },
      ],
    ),
  )

  test('repeats its heads on each page and loses no row', async () => {
    const text = await readPdfText(await drawn)
    const pages = text.split('\f').slice(0, -1)
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) expect(page).toMatch(/Punt +Import/)
    for (const { cells } of rows) expect(text).toMatch(new RegExp(`${cells[0]} +${cells[1]}`))
  })

  test('is a single table in the structure, with column and row headers marked as such', async () => {
    const structure = await readPdfStructure(await drawn)
    expect(structure.match(/^ *Table/gm)).toHaveLength(1)
    expect(structure.match(/^ *TR/gm)).toHaveLength(rows.length + 3)
    expect(structure.match(/"Import"/g)).toHaveLength(1)
    expect(structure).toMatch(/TH:\s+\/Scope \/Column\s+"Import"/)
    expect(structure).toMatch(/TH:\s+\/Scope \/Row\s+"Punt 89"\s+TD\s+"89,50 €"/)
  })

  test('aligns its numbers on the right', async () => {
    const lines = (await readPdfText(await drawn)).split('\n').filter((line) => line.endsWith('€'))
    expect(new Set(lines.slice(0, 30).map((line) => line.length)).size).toBe(1)
  })

  test('never leaves a group alone at the foot of a page, nor a total at the top of one', async () => {
    for (let before = 25; before < 40; before++) {
      const pdf = await draw((sheet) =>
        drawTable(
          sheet,
          [{ head: 'Punt', share: 1 }],
          [
            ...rows.slice(0, before),
            { cells: ['Grup'], kind: 'group' },
            { cells: ['Fila del grup'] },
            { cells: ['Total'], kind: 'total' },
          ],
        ),
      )
      const pages = (await readPdfText(pdf)).split('\f')
      const row = pages.findIndex((text) => text.includes('Fila del grup'))
      expect(pages[row], `after ${before} rows`).toMatch(/Grup\s+Fila del grup\s+Total/)
    }
  })
})

test('description lists and breakdowns are read label by label', async () => {
  const pdf = await draw((sheet) => {
    drawMasthead(sheet)
    drawDescriptionList(
      sheet,
      [
        { label: 'Titular', value: 'Núria Güell i Puig' },
        { label: 'Adreça', value: 'Carrer de la Mare de Déu dels Desemparats, 214, escala B, 3r 2a, 08036 Barcelona' },
      ],
      3,
    )
    drawBreakdown(sheet, [
      { label: 'Energia', amount: '28,12 €', value: 2812 },
      { label: 'Excedents', amount: '−5,12 €', value: -512 },
    ])
  })
  const structure = await readPdfStructure(pdf)
  expect(structure).toMatch(/Lbl \(block\)\s+"Titular"\s+LBody \(block\)\s+"Núria Güell i Puig"/)
  expect(structure).toContain('"Carrer de la Mare de Déu dels Desemparats, 214, escala B, 3r 2a, 08036 Barcelona"')
  expect(structure).toMatch(/TH:\s+\/Scope \/Row\s+"Excedents"\s+TD\s+"−5,12 €"/)
})

test('the retailer’s logo is a figure named after the retailer', async () => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const pdf = await draw(drawMasthead, Buffer.from(pixel, 'base64'))
  expect(await readPdfStructure(pdf)).toMatch(/Figure:/)
  expect(pdf.toString('latin1')).toContain('/Alt (Demo & Fills)')
})

test('sections are bookmarks', async () => {
  const pdf = await draw((sheet) => {
    drawTitle(sheet, 'Comptes')
    drawSection(sheet, 'Detall')
  })
  expect(pdf.toString('latin1')).toMatch(/\/Title \(Comptes\).*\/Title \(Detall\)/s)
})

test('the summary card is read as label, figure and sentences, without its decorative bars', async () => {
  const pdf = await draw((sheet) =>
    drawSummaryCard(sheet, {
      label: 'Total',
      figure: '52,13 €',
      sentences: ['Ja està pagada.'],
      trendValues: [3, 2, 4],
    }),
  )
  expect(await readPdfStructure(pdf)).toMatch(/"Total"\s+P \(block\)\s+"52,13 €"\s+P \(block\)\s+"Ja està pagada."\s*$/)
})

describe('a bar chart', () => {
  const fill = { color: '#3c9ac7', mark: '#1774a4' }
  const patterns = ['solid', 'rising', 'falling', 'level', 'dots', 'edge', 'upright'] as const
  const chart: Chart = {
    altText: 'El consum de dos mesos: octubre, 12; novembre, 0.',
    unit: 'kWh',
    bars: [
      {
        label: 'oct',
        total: '12',
        isCurrent: true,
        parts: patterns.map((pattern) => ({ value: 2, fill: { ...fill, pattern } })),
      },
      { label: 'nov', total: '−3', isCurrent: false, parts: [{ value: -3, fill: { ...fill, pattern: 'upright' } }] },
    ],
    legend: patterns.map((pattern) => ({ label: `Període ${pattern}`, value: '12 kWh', fill: { ...fill, pattern } })),
    formatTick: String,
  }

  test('is a figure with a sentence as its text alternative', async () => {
    const pdf = await draw((sheet) => drawBarChart(sheet, chart))
    expect(await readPdfStructure(pdf)).toMatch(/Figure:/)
    expect(pdf.toString('latin1')).toContain('/Alt (El consum de dos mesos: octubre, 12; novembre, 0.)')
  })

  test('shows scale, labels, totals and legend', async () => {
    const text = await readPdfText(await draw((sheet) => drawBarChart(sheet, chart)))
    for (const shown of ['kWh', '15', '-5', 'oct', 'nov', '12', '−3', 'Període edge']) expect(text).toContain(shown)
  })

  test('is drawn without data', async () => {
    const empty = { ...chart, bars: [{ label: 'oct', total: '—', isCurrent: true, parts: [] }] }
    expect(await readPdfText(await draw((sheet) => drawBarChart(sheet, empty)))).toContain('—')
  })
})

describe('a name in another script', () => {
  const names = ['Нина Петрова', 'Ελένη Παπαδοπούλου', '李小龙', '김민수', 'さくら', 'สมชาย', 'Արմեն', 'ნინო', 'አበበ']

  test('is drawn in embedded fonts and can be copied', async () => {
    const pdf = await draw((sheet) => {
      for (const name of names) drawParagraph(sheet, `${name}, titular`)
    })
    const text = await readPdfText(pdf)
    for (const name of names) expect(text).toContain(`${name}, titular`)
    const fonts = (await readPdfFonts(pdf)).split('\n').slice(2, -1)
    for (const font of fonts) expect(font).toMatch(/CID TrueType +Identity-H +yes yes yes/)
  })

  test('is drawn right to left within a line that is read left to right', async () => {
    const pdf = await draw((sheet) => drawParagraph(sheet, 'Titular: محمد علي'))
    const text = (await readPdfText(pdf)).replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    expect(text).toContain('Titular: محمد علي')
  })

  test('is drawn even in a font that omits anchors', async () => {
    await expect(draw((sheet) => drawTitle(sheet, 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'))).resolves.toBeInstanceOf(Buffer)
  })

  test('breaks into lines and over pages like any other', async () => {
    const pdf = await draw((sheet) => {
      drawParagraph(sheet, Array.from({ length: 500 }, () => '李小龙'.repeat(4)).join(' '))
      drawParagraph(sheet, 'Fin')
    })
    const pages = (await readPdfText(pdf)).split('\f').slice(0, -1)
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.at(-1)).toContain('Fin')
    expect(pages.join('').match(/李/g)).toHaveLength(2_000)
  })
})
