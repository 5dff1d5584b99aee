// `npm run try-comparator-codes`: draws the PDF of every bill of the demo, decodes the QR codes in the pictures of their
// pages with zbar, and checks that each is the address that the bill gives to the comparator of the CNMC and adds up.
// Exits with 1 if one is not read, says something else, or does not add up.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Kysely } from 'kysely'
import { createDemo } from '#db/demo/create-demo.ts'
import { openDemoEnvironment, smallDemo } from '#db/demo/demo-testing.ts'
import { demoFigures } from '#db/demo/invoices/demo-figures.ts'
import { readInvoices } from '#db/demo/invoices/invoice-testing.ts'
import { migrate } from '#db/migrate.ts'
import { composeInvoice } from '#domains/invoices/server/compose-document.ts'
import { findInvoice, findInvoiceContext } from '#domains/invoices/server/document-store.ts'
import { documentContextIn } from '#domains/invoices/server/document-testing.ts'
import { drawInvoice } from '#domains/invoices/server/draw-invoice.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { locales } from '#vocabulary/locale.ts'
import { isInstalled } from './running/programs.ts'

const dotsPerInch = '200'
const run = promisify(execFile)

if (!isInstalled('zbarimg') || !isInstalled('pdftoppm')) {
  console.error('This requires zbar and poppler: apt-get install --no-install-recommends zbar-tools poppler-utils.')
  process.exit(2)
}

const demo = await openDemoEnvironment()
await migrate(demo.db as unknown as Kysely<never>)
await createDemo({ ...demo, ...smallDemo })
const folder = await mkdtemp(join(tmpdir(), 'llum-codes-'))
const retailer = { ...defaultSettings.organization, transfers: defaultSettings.payment.transfer }
const counts = { bills: 0, withCode: 0, wrong: 0 }
try {
  for (const row of await readInvoices(demo.db)) {
    const invoice = (await findInvoice(demo.db, { customerIds: [row.customer_id], invoiceId: row.invoice_id }))!
    const composed = composeInvoice(invoice, await findInvoiceContext(demo.db, invoice), {
      retailer,
      readings: null,
      figures: demoFigures,
    })
    const locale = locales[counts.bills % locales.length]!
    counts.bills++
    const codes = (await decodeCodes(await drawInvoice(composed, documentContextIn(locale)))).filter(isForComparator)
    const expected = composed.comparatorAddress === null ? [] : [composed.comparatorAddress]
    counts.withCode += expected.length
    if (String(codes) === String(expected)) continue
    counts.wrong++
    console.error(`${row.number} in ${locale}: read ${codes.length === 0 ? 'nothing' : codes}, drawn ${expected}`)
  }
} finally {
  await rm(folder, { recursive: true })
  await demo.close()
}
console.info(
  `${counts.withCode} of ${counts.bills} bills of ${smallDemo.months} months have a code that adds up; ` +
    `${counts.withCode - counts.wrong} were decoded from their picture at ${dotsPerInch} dpi.`,
)
process.exit(counts.wrong === 0 && counts.withCode > 0 ? 0 : 1)

async function decodeCodes(pdf: Buffer): Promise<string[]> {
  const file = join(folder, 'bill.pdf')
  await writeFile(file, pdf)
  await run('pdftoppm', ['-r', dotsPerInch, '-gray', '-png', file, join(folder, 'page')])
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.png')).map((name) => join(folder, name))
  // zbar exits with 4 where one of the pictures has no code, and still prints those of the others.
  const { stdout } = await run('zbarimg', ['--raw', '--quiet', '--nodbus', ...pages]).catch((error) =>
    error.code === 4 ? (error as { stdout: string }) : Promise.reject(error),
  )
  await Promise.all(pages.map((page) => rm(page)))
  return stdout.split('\n').filter(Boolean)
}

function isForComparator(code: string): boolean {
  return code.startsWith('https://comparador.cnmc.gob.es/')
}
