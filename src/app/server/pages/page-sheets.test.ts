import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { pathOfSheets, servePageSheets } from './page-sheets.ts'

const folder = mkdtempSync(join(tmpdir(), 'llum-sheets-'))
mkdirSync(join(folder, 'assets/operator'), { recursive: true })
writeFileSync(join(folder, 'assets/a.css'), '@font-face{src:url(./font.woff2)}')
writeFileSync(join(folder, 'assets/operator/b.css'), '.b{}')
writeFileSync(join(folder, 'secret.css'), '.secret{}')
const app = Fastify()
servePageSheets({ app, folder, basePath: '/portal' })
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test('several style sheets are one file for good, whose fonts are still found', async () => {
  const answer = await app.inject(pathOfSheets(['assets/a.css', 'assets/operator/b.css']))
  expect(answer.body).toBe('@font-face{src:url(/portal/assets/font.woff2)}\n.b{}')
  expect(answer.headers['content-type']).toBe('text/css; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test.each(['/assets/sheets/a+missing.css', '/assets/sheets/..%2Fsecret.css', '/assets/sheets/.css'])(
  '%s does not exist',
  async (path) => {
    expect((await app.inject(path)).statusCode).toBe(404)
  },
)
