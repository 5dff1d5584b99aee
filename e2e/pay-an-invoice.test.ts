import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMountedPaymentJobs } from '#app/server/wiring/mount-payments.ts'
import type { CurveDay } from '#domains/consumption/curve.ts'
import { writeCurveFile } from '#domains/consumption/server/files/write-curve-file.ts'
import { importCurves } from '#domains/consumption/server/import/import-curves.ts'
import { daysFrom } from '#vocabulary/day.ts'
import { countIntervalsOf } from '#vocabulary/market-time.ts'
import {
  desk,
  expectAccessible,
  openVisit,
  phone,
  scrollUntilShown,
  startBrowser,
  waitForHydration,
} from './browser.ts'
import { payByCard, sandboxCards } from './pay-by-card.ts'
import { signIn } from './sign-in.ts'
import { type RunningPortal, startDemoPortal } from './start-portal.ts'

const now = new Date('2026-11-20T11:00:00Z')

describe.each([
  ['a desktop', desk],
  ['a phone', phone],
] as const)('on %s', (_, viewport) => {
  let browser: Browser
  let portal: RunningPortal
  let jobs: Awaited<ReturnType<typeof startMountedPaymentJobs>>

  beforeAll(async () => {
    ;[browser, portal] = await Promise.all([startBrowser(), startDemoPortal({ now })])
    jobs = await startMountedPaymentJobs(portal.context, portal.app)
  })
  afterAll(async () => {
    await jobs.stop()
    await portal.close()
  })

  test('anna reads a year of consumption, sees a file arrive, and pays what she owes', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    await signIn(page, { login: 'anna' })

    await page.goto('contratos/electricidad')
    await waitForHydration(page)
    await expectAccessible(page)
    await page.locator('a[href*="/contratos/electricidad/"]').first().click()
    const consumption = page.locator('#consumption')
    await consumption.getByText(/En doce meses has usado/).waitFor()
    await scrollUntilShown(consumption.locator('canvas').first())
    await expectAccessible(page)

    await takeIn(portal, '2021-06-01', '2021-06-30')
    await page.goto(`${new URL(page.url()).pathname.slice(1)}?curve=daily&curveStart=2021-06-01&curveEnd=2021-06-30`)
    await consumption
      .getByText(/72,0.kWh/)
      .first()
      .waitFor()

    await page.waitForLoadState('networkidle')
    await page.goto('facturas')
    await waitForHydration(page)
    await page
      .getByRole('button', { name: /^Pagar/ })
      .first()
      .click()
    await payByCard(page, sandboxCards.confirmed)

    await page.getByRole('heading', { name: 'Confirma el pago en tu banco' }).waitFor()
    await page.frameLocator('iframe[title="Página de tu banco"]').getByRole('button').first().click()
    await page.getByRole('heading', { name: 'Pagada' }).waitFor()
    await page.getByRole('dialog').getByText('acabada en 3220').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Listo' }).click()
    expectNoErrors()
    await context.close()
  })
})

/** Imports an F5D file of 100 Wh per hour for anna's supply point. */
async function takeIn({ context: { db } }: RunningPortal, first: string, last: string) {
  const days = daysFrom(first, last).map((day): CurveDay => {
    const importWh = Array<number>(countIntervalsOf(day, 60, 'Europe/Madrid')).fill(100)
    const cups = 'ES0237990000000001CC0F'
    return {
      cups,
      day,
      source: 'F5D',
      stepMinutes: 60,
      importWh,
      exportWh: null,
      reactiveVarh: null,
      quality: null,
      version: 0,
      invoice: null,
    }
  })
  const [report] = await importCurves({
    db,
    source: bytes(writeCurveFile('F5D', days)),
    fileName: 'F5D_0237_9999_20210701.0',
    now: new Date(),
  })
  expect(report).toMatchObject({ source: 'F5D', daysStored: days.length, refusals: [], unknownPoints: [] })
}

async function* bytes(lines: Iterable<string>) {
  for (const line of lines) yield Buffer.from(line)
}
