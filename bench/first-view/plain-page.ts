import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

const invoices = Array.from(
  { length: 100 },
  (_, index) =>
    `<tr><td>FE${100_000 + index}<td>0004438<td>ES0021000004287665FW0F<td>2026-01-${10 + (index % 20)}` +
    `<td>${(20 + index * 1.7).toFixed(2)} €<td>${100 + index} kWh<td><a href="#${index}">PDF</a>`,
).join('\n')

const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Invoices</title><link rel="icon" href="data:,"><style>body{font:16px sans-serif;margin:1rem}td{padding:.5rem}</style>
<main><h1>Invoices</h1><table>${invoices}</table></main>`

/** Serves the page that ours are measured against: a hundred invoices in HTML, with neither script nor font. */
export async function servePlainPage(): Promise<{ address: string; close(): void }> {
  const body = brotliCompressSync(html)
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }
  const server = createServer((_, response) => response.writeHead(200, headers).end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}
