import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../../e2e/find-chromium.ts'
import { median } from '../measurements.ts'
import { startServer } from '../servers.ts'
import { createDemoDatabase } from './demo-database.ts'
import { measureJourney } from './measure-journey.ts'
import { openPhone, slowDown, type VisitCookies, waitUntilQuiet, weigh } from './phone-visit.ts'
import { servePlainPage } from './plain-page.ts'

const runs = 3
const contract = '/contratos/electricidad/0048213'

type MeasuredPage = { path: string; isPublic?: boolean }

const pages: MeasuredPage[] = [
  { path: '/acceso', isPublic: true },
  { path: '/contacto', isPublic: true },
  { path: '/comparador', isPublic: true },
  { path: '/' },
  { path: '/facturas' },
  { path: '/contratos/electricidad' },
  { path: contract },
  { path: '/perfil' },
]

/**
 * Prints what a phone fetches of each page until it is quiet, when its largest element is painted beside that of a plain
 * page, and how long the steps of a visit take.
 */
export async function measureFirstView(serverUrl: string) {
  const database = await createDemoDatabase(serverUrl)
  const portal = await startServer('portal-server.ts', database.url, { PAGES: 'on' })
  const plain = await servePlainPage()
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  const cookies = { language: 'es', token: database.token }
  try {
    console.table(await measurePages(browser, { origin: portal.address, plainAddress: plain.address, cookies }))
    for (const isUnhurried of [false, true])
      console.table(await measureJourney(browser, { origin: portal.address, contract, cookies, runs, isUnhurried }))
  } finally {
    await browser.close()
    plain.close()
    portal.child.kill()
    await database.close()
  }
}

type PageAddresses = { origin: string; plainAddress: string; cookies: VisitCookies }

async function measurePages(browser: Browser, { origin, plainAddress, cookies }: PageAddresses) {
  const rows: Record<string, object> = {}
  const plainPaintMs: number[] = []
  for (const { path, isPublic } of pages) {
    const target = { address: origin + path, cookies: isPublic ? { language: 'es' } : cookies }
    const { requests, scripts, kilobytes } = await weighPage(browser, target)
    const paints: number[] = []
    const shifts: number[] = []
    // The plain page is measured between the others, so that both meet the same state of the machine.
    for (let run = 0; run < runs; run++) {
      plainPaintMs.push((await paintPage(browser, { address: plainAddress, cookies: {} })).largestPaintMs)
      const { largestPaintMs, layoutShift } = await paintPage(browser, target)
      paints.push(largestPaintMs)
      shifts.push(layoutShift)
    }
    const largestPaintMs = median(paints)
    rows[path] = {
      requests,
      scripts,
      'kB gzip': Number(kilobytes.toFixed(1)),
      'largest paint, ms': Math.round(largestPaintMs),
      'times the plain page': Number((largestPaintMs / median(plainPaintMs)).toFixed(2)),
      'layout shift': Number(median(shifts).toFixed(3)),
    }
  }
  return rows
}

type Target = { address: string; cookies: VisitCookies }

async function weighPage(browser: Browser, { address, cookies }: Target) {
  const visit = await openPhone(browser, address, cookies)
  await visit.page.goto(address)
  await waitUntilQuiet(visit)
  const weight = await weigh(visit)
  await visit.close()
  return weight
}

type PaintedPage = { largestPaintMs: number; layoutShift: number }

async function paintPage(browser: Browser, { address, cookies }: Target): Promise<PaintedPage> {
  const visit = await openPhone(browser, address, cookies)
  // The first page of a browser context starts cold.
  await visit.page.goto('about:blank')
  await slowDown(visit)
  await visit.page.goto(address)
  await waitUntilQuiet(visit)
  const painted = await visit.page.evaluate<PaintedPage>('seen')
  await visit.close()
  return painted
}
