import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isExhaustive } from '#app/server/testing/exhaustive.ts'
import { type PlacedWord, wordsOf } from '#kit/server/pdf/pdf-testing.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { desk, openVisit, phone, scrollThrough, scrollUntilShown, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startDemoPortal, tokenOf } from './start-portal.ts'

const now = new Date('2026-11-20T11:00:00Z')

let browser: Browser
let portal: RunningPortal
const tokens: Record<string, string> = {}

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startDemoPortal({ now })])
  for (const login of ['anna', 'biel']) tokens[login] = await tokenOf(portal, login)
})
afterAll(() => portal.close())

type Screen = {
  login?: 'anna' | 'biel'
  path: string
  /** The name of a contract whose last bill the path continues with. */
  lastBillOf?: string
  prepare?: (page: Page) => Promise<void>
  hasChart?: boolean
}

const curvePath = 'contratos/electricidad/0048213'

const screens: Record<string, Screen> = {
  'the invoices': { login: 'anna', path: 'facturas', hasChart: true },
  'a bill of electricity': { login: 'anna', path: 'facturas/', lastBillOf: '0048213', hasChart: true },
  'a bill of gas': { login: 'anna', path: 'facturas/', lastBillOf: '0048214' },
  'a bill of a self-consumer': { login: 'biel', path: 'facturas/', lastBillOf: '0049077', hasChart: true },
  'a contract with its consumption by month': { login: 'anna', path: curvePath, hasChart: true },
  'its consumption by day': { login: 'anna', path: `${curvePath}?curve=daily`, hasChart: true },
  'its consumption by quarter hour': { login: 'anna', path: `${curvePath}?curve=quarter-hourly`, hasChart: true },
  'a contract of gas': { login: 'anna', path: 'contratos/gas/0048214', hasChart: true },
  'a contract with what it feeds in and its wallet': {
    login: 'biel',
    path: 'contratos/electricidad/0049077',
    hasChart: true,
  },
  'a wallet': { login: 'biel', path: 'baterias/1', hasChart: true },
  'the options of a tariff': { login: 'anna', path: `${curvePath}/tarifa`, hasChart: true },
  'a compared bill of electricity': { path: 'comparador', prepare: compareElectricity },
  'a compared bill of gas': { path: 'comparador-gas', prepare: compareGas },
  'the power that is needed': { login: 'anna', path: 'potencia', prepare: calculatePower },
}

const windows = [
  ['a desk, dark', desk, 'dark'],
  ['a telephone', phone, 'light'],
] as const

const cases = Object.entries(screens).map(([name, screen], index) => ({
  ...{ name, ...screen },
  printedFrom: isExhaustive ? windows : [windows[index % 2]!],
}))

describe.each(cases)('$name', ({ login, path, lastBillOf, prepare, hasChart = false, printedFrom }) => {
  for (const [window, viewport, colorScheme] of printedFrom)
    test(`prints completely from ${window}`, async () => {
      const { page, context, expectNoErrors } = await openVisit(browser, portal, {
        token: login && tokens[login],
        viewport,
        colorScheme,
        language: 'es',
        isFirst: true,
      })
      await page.goto(lastBillOf ? path + encodeURIComponent(await findLastBill(lastBillOf)) : path)
      await waitForHydration(page)
      await prepare?.(page)
      if (hasChart) await scrollUntilShown(page.locator('figure canvas').first())
      await scrollThrough(page)
      const pages = wordsOf(await page.pdf({ format: 'A4', margin: { top: '1cm', bottom: '1cm' } }))
      await page.emulateMedia({ media: 'print' })

      for (const placedWords of await pages) {
        expect(placedWords, 'an empty page').not.toEqual([])
        expect(overlapping(placedWords)).toEqual([])
      }
      expect(await page.evaluate(askPaper)).toEqual({
        background: 'rgb(255, 255, 255)',
        pressed: [],
        cutCharts: [],
        wideCharts: [],
        cutRows: [],
        headings: [],
      })
      expectNoErrors()
      await context.close()
    })
})

/** Returns the number of the last bill of a contract. */
async function findLastBill(contractName: string): Promise<string> {
  const { number } = await portal.context.db
    .selectFrom('invoice')
    .innerJoin('contract', 'contract.contract_id', 'invoice.contract_id')
    .where('contract.name', '=', contractName)
    .orderBy('invoice.ends_on', 'desc')
    .orderBy('invoice.invoice_id', 'desc')
    .select('invoice.number')
    .executeTakeFirstOrThrow()
  return number
}

/** Returns pairs of overlapping words. Boxes of neighbouring lines may share an edge vertically. */
function overlapping(placedWords: readonly PlacedWord[]): string[] {
  return placedWords.flatMap((one, place) =>
    placedWords
      .slice(place + 1)
      .filter((other) => commonWidth(one, other) > 2 && commonHeight(one, other) > 0.7 * heightOf(one))
      .map((other) => `${one.text} / ${other.text}`),
  )
}

function commonWidth(one: PlacedWord, other: PlacedWord): number {
  return Math.min(one.right, other.right) - Math.max(one.left, other.left)
}

function commonHeight(one: PlacedWord, other: PlacedWord): number {
  return Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
}

function heightOf({ top, bottom }: PlacedWord): number {
  return bottom - top
}

/**
 * Runs in the page with print media. Returns visible interactive elements, and content that may be split across pages
 * or is too wide.
 */
function askPaper() {
  const isSeen = (element: Element) => element.checkVisibility() && element.clientHeight > 0
  const seen = (selector: string) => [...document.querySelectorAll(selector)].filter(isSeen)
  const nameOf = (element: Element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`
  const content = document.getElementById('content')!
  const charts = seen('figure')
  // Simulates paper narrower than the viewport, before any script has resized the charts.
  content.style.width = '300px'
  const wideCharts = charts.flatMap((chart) =>
    [...chart.querySelectorAll('canvas')].filter(
      (canvas) => canvas.getBoundingClientRect().right > chart.getBoundingClientRect().right + 1,
    ),
  )
  content.style.width = ''
  return {
    background: getComputedStyle(document.documentElement).backgroundColor,
    pressed: seen('button:not(form *), [role="button"], nav, #cookie-banner, [role="radiogroup"], dialog').map(nameOf),
    cutCharts: charts.filter((chart) => getComputedStyle(chart).breakInside !== 'avoid').map(nameOf),
    wideCharts: wideCharts.map(nameOf),
    cutRows: seen('#content :is(tr, li)')
      .filter((row) => getComputedStyle(row).breakInside !== 'avoid')
      .map(nameOf),
    headings: seen('#content :is(h1, h2, h3)')
      .filter((heading) => getComputedStyle(heading).breakAfter !== 'avoid')
      .map(nameOf),
  }
}

async function compareElectricity(page: Page) {
  await page.getByText('Rellenarlo sin escribir').click()
  await page
    .getByLabel('Dirección del código QR de tu factura')
    .fill(
      'https://comparador.cnmc.gob.es/QRE?pP1=4.6&pP2=4.6&cfP1=70&cfP2=56&iniF=2026-09-30&finF=2026-10-31&imp=89.86',
    )
  await page.getByRole('button', { name: 'Leer el código' }).click()
  await page.getByText(/^Hemos rellenado: Potencia en P1/).waitFor()
  await page.getByLabel('CUPS').fill(makeCups('0021', '990000000001'))
  await page.getByText(/Hemos rellenado lo que consta/).waitFor()
  await page.getByLabel('Tu compañía').selectOption({ index: 1 })
  await page.getByLabel('Consumo en P3').fill('110')
  await compare(page)
}

async function compareGas(page: Page) {
  await page.getByLabel('CUPS').fill(makeCups('0217', '990000100001'))
  await page.getByText(/Hemos rellenado lo que consta/).waitFor()
  await page.getByLabel('Tu compañía').selectOption({ index: 1 })
  await page.getByLabel('Primer día de la factura', { exact: true }).fill('2026-09-15')
  await page.getByLabel('Último día de la factura', { exact: true }).fill('2026-11-14')
  await page.getByLabel('Consumo', { exact: true }).fill('1200')
  await page.getByLabel('Importe total').fill('90,5')
  await compare(page)
}

async function compare(page: Page) {
  await page.getByRole('button', { name: 'Comparar', exact: true }).click()
  await page.getByRole('heading', { name: 'Tu factura, comparada' }).waitFor()
}

async function calculatePower(page: Page) {
  await page.getByRole('textbox', { name: 'CUPS' }).fill(makeCups('0021', '990000000001'))
  await page.getByRole('textbox', { name: 'Superficie' }).fill('1250')
  await page.getByRole('textbox', { name: /Personas/ }).fill('3')
  await page.getByRole('checkbox', { name: /^Calefacción/ }).check()
  await page.getByRole('button', { name: 'Calcular la potencia' }).click()
  await page.getByRole('heading', { name: 'La potencia que te conviene' }).waitFor()
}
