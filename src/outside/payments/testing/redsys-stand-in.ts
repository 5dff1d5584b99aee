import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ProviderForm } from '../payments.ts'
import { type SignatureVersion, signatureOf } from '../redsys/signature.ts'

/** The account that everybody may try Redsys with. */
export const publicTestAccount = {
  merchantCode: '999008881',
  terminal: '1',
  secretKey: 'sq7HjrUOBfKmC576ILgskD5srU870gJ7',
  signature: 'HMAC_SHA256_V1' as SignatureVersion,
}

/** What becomes of a card: its response, after the bank has asked where it does. */
const fates: Record<string, { response: string; asks?: true }> = {
  '4548812049400004': { response: '0000' },
  '5576440022788500': { response: '0190' },
  '4918019199883839': { response: '0000', asks: true },
  '4548810000000116': { response: '0116' },
  '4548810000000208': { response: '0208' },
  '4548810000000209': { response: '0209' },
  '4548810000000101': { response: '0101' },
  '4548810000000129': { response: '0129' },
  '4548810000009912': { response: '9912' },
}
const cancelled = '9915'
const notAuthenticated = '0184'

type Parameters = Record<string, string>
type Operation = { asked: Parameters; state: 'S' | 'A' | 'F'; card: string; response: string; refundedCents: number }
type Report = { rawBody: string; headers: Record<string, string> }

export type RedsysStandIn = {
  address: string
  /** A holder at the page that a form leads to: pays with a card, or gives up. Answers where the browser is sent then. */
  visit(form: ProviderForm, does: { card: string; isApproved?: boolean } | 'cancel'): Promise<string>
  /** What Redsys has sent to the merchant. */
  reports(): Report[]
  /** Lets reports wait until they are sent, or sends those that wait and lets them go. */
  holdReports(): void
  releaseReports(): Promise<void>
  /** The retailer gives something back on Redsys' own pages. */
  giveBack(order: string, cents: number): void
  /** Whether the bank has the query switched on. */
  allowQueries(isAllowed: boolean): void
  chargedCents(): number[]
  refundedCents(): number[]
  close(): Promise<void>
}

/**
 * Redsys as far as the portal uses it, over HTTP on this machine: the page that holders pay on, the report, the way back,
 * the query of an order and the refund. An order is taken once.
 */
export async function startRedsysStandIn({
  secretKey,
  merchantCode,
  terminal,
  signature: version,
} = publicTestAccount): Promise<RedsysStandIn> {
  const operations = new Map<string, Operation>()
  const sent: Report[] = []
  let waiting: (() => Promise<void>)[] | null = null
  let isQueried = true
  let refundsMade = 0

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: Error) => send(response, 400, 'text/plain', error.message))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request)
    switch (request.url) {
      case '/sis/realizarPago':
        return send(response, 200, 'text/html; charset=utf-8', pageOf(begin(new URLSearchParams(body))))
      case '/sis/pagar': {
        const form = new URLSearchParams(body)
        return goOn(response, form.get('order')!, form)
      }
      case '/apl02/services/SerClsWSConsulta':
        return isQueried
          ? send(response, 200, 'text/xml', standingOf(body))
          : send(response, 500, 'text/xml', '<fault/>')
      case '/sis/rest/trataPeticionREST':
        return send(response, 200, 'application/json', JSON.stringify(refund(JSON.parse(body) as Signed)))
      default:
        return send(response, 404, 'text/plain', 'nothing')
    }
  }

  function begin(form: URLSearchParams): Parameters {
    const asked = readSigned(Object.fromEntries(form) as Signed)
    const order = asked.DS_MERCHANT_ORDER!
    if (!/^\d{4}[0-9A-Za-z]{8}$/.test(order)) throw new Error('SIS0014')
    if (asked.DS_MERCHANT_MERCHANTCODE !== merchantCode || asked.DS_MERCHANT_TERMINAL !== terminal)
      throw new Error('SIS0026')
    if (asked.DS_MERCHANT_CURRENCY !== '978' || asked.DS_MERCHANT_TRANSACTIONTYPE !== '0') throw new Error('SIS0015')
    const known = operations.get(order)
    if (known && known.state === 'F') throw new Error('SIS0051')
    operations.set(order, { asked, state: 'S', card: '', response: '', refundedCents: 0 })
    return asked
  }

  async function goOn(response: ServerResponse, order: string, form: URLSearchParams) {
    const operation = operations.get(order)
    if (!operation || operation.state === 'F') throw new Error('SIS0051')
    const card = form.get('card')?.replaceAll(' ', '') ?? operation.card
    const fate = fates[card]
    if (form.get('do') === 'cancel') return end(response, operation, cancelled)
    if (!fate) throw new Error('SIS0093')
    Object.assign(operation, { card })
    if (!fate.asks) return end(response, operation, fate.response)
    if (operation.state !== 'A') {
      operation.state = 'A'
      return send(response, 200, 'text/html; charset=utf-8', challengeOf(order))
    }
    return end(response, operation, form.get('do') === 'approve' ? fate.response : notAuthenticated)
  }

  async function end(response: ServerResponse, operation: Operation, code: string) {
    Object.assign(operation, { state: 'F', response: code })
    const report = reportOf(operation)
    sent.push(report)
    const deliver = async () => {
      // The stand-in does not mind a merchant who is not there, as Redsys does not.
      await fetch(operation.asked.DS_MERCHANT_MERCHANTURL!, {
        method: 'POST',
        headers: report.headers,
        body: report.rawBody,
      }).catch(() => {})
    }
    if (waiting) waiting.push(deliver)
    else await deliver()
    const isPaid = Number(code) <= 99
    const back = isPaid ? operation.asked.DS_MERCHANT_URLOK! : operation.asked.DS_MERCHANT_URLKO!
    response.writeHead(303, { location: back }).end()
  }

  function reportOf({ asked, card, response }: Operation): Report {
    const order = asked.DS_MERCHANT_ORDER!
    const told = {
      Ds_Date: '20%2F11%2F2026',
      Ds_Hour: '11%3A00',
      Ds_Amount: asked.DS_MERCHANT_AMOUNT,
      Ds_Currency: '978',
      Ds_Order: order,
      Ds_MerchantCode: merchantCode,
      Ds_Terminal: terminal.padStart(3, '0'),
      Ds_Response: response,
      Ds_MerchantData: asked.DS_MERCHANT_MERCHANTDATA,
      Ds_SecurePayment: '1',
      Ds_TransactionType: '0',
      Ds_ConsumerLanguage: asked.DS_MERCHANT_CONSUMERLANGUAGE,
      ...(card && { Ds_Card_Number: `${card.slice(0, 6)}******${card.slice(-4)}` }),
    }
    return signedReport(told, order)
  }

  function signedReport(told: object, order: string): Report {
    const fields = signed(told, order, 'base64url')
    return {
      rawBody: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
  }

  function standingOf(envelope: string): string {
    const [, question = ''] = /<Messages>(<Version.*<\/Version>)/.exec(envelope) ?? []
    const order = /<Ds_Order>(.*)<\/Ds_Order>/.exec(question)?.[1] ?? ''
    const [, signature] = /<Signature>(.*)<\/Signature>/.exec(envelope) ?? []
    const operation = operations.get(order)
    const inner = !isRight(signature, question, order)
      ? '<ErrorMsg><Ds_ErrorCode>XML0015</Ds_ErrorCode></ErrorMsg>'
      : operation
        ? `<Response Ds_Version="0.0"><Ds_MerchantCode>${merchantCode}</Ds_MerchantCode><Ds_Terminal>${terminal}</Ds_Terminal>` +
          `<Ds_Order>${order}</Ds_Order><Ds_TransactionType>0</Ds_TransactionType><Ds_Amount>${operation.asked.DS_MERCHANT_AMOUNT}</Ds_Amount>` +
          `<Ds_Currency>978</Ds_Currency><Ds_State>${operation.state}</Ds_State><Ds_Response>${operation.response || '9998'}</Ds_Response></Response>`
        : '<ErrorMsg><Ds_ErrorCode>XML0024</Ds_ErrorCode></ErrorMsg>'
    const messages = `<Messages><Version Ds_Version="0.0"><Message>${inner}</Message></Version></Messages>`
    const escaped = messages.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    return `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><consultaOperacionesReturn>${escaped}</consultaOperacionesReturn></soapenv:Body></soapenv:Envelope>`
  }

  function refund(body: Signed): object {
    const asked = readSigned(body)
    const told = give(asked)
    return 'errorCode' in told ? told : signed(told, asked.DS_MERCHANT_ORDER!, 'base64')
  }

  function give(asked: Parameters): Parameters {
    const order = asked.DS_MERCHANT_ORDER!
    const operation = operations.get(order)
    const cents = Number(asked.DS_MERCHANT_AMOUNT)
    if (asked.DS_MERCHANT_TRANSACTIONTYPE !== '3' || !operation) return { errorCode: 'SIS0054' }
    if (!isPaid(operation) || operation.refundedCents + cents > Number(operation.asked.DS_MERCHANT_AMOUNT))
      return { errorCode: 'SIS0057' }
    operation.refundedCents += cents
    refundsMade += 1
    const told = {
      Ds_Order: order,
      Ds_MerchantCode: merchantCode,
      Ds_Terminal: terminal,
      Ds_TransactionType: '3',
      Ds_Amount: String(cents),
      Ds_Currency: '978',
      Ds_Response: '0900',
      Ds_AuthorisationCode: String(refundsMade).padStart(6, '0'),
      Ds_MerchantData: asked.DS_MERCHANT_MERCHANTDATA ?? '',
    }
    sent.push(signedReport(told, order))
    return told
  }

  type Signed = { Ds_SignatureVersion: string; Ds_MerchantParameters: string; Ds_Signature: string }

  function signed(told: object, order: string, alphabet: 'base64' | 'base64url'): Signed {
    const parameters = Buffer.from(JSON.stringify(told)).toString(alphabet)
    return {
      Ds_SignatureVersion: version,
      Ds_MerchantParameters: parameters,
      Ds_Signature: macOf(parameters, order, alphabet),
    }
  }

  function readSigned({ Ds_MerchantParameters: parameters, Ds_Signature: signature }: Signed): Parameters {
    const asked = JSON.parse(Buffer.from(parameters, 'base64').toString()) as Parameters
    if (!isRight(signature, parameters, asked.DS_MERCHANT_ORDER!)) throw new Error('SIS0042')
    return asked
  }

  // What the portal sends is in the alphabet of its version.
  function isRight(signature: string | undefined, signed: string, order: string): boolean {
    return signature === macOf(signed, order, version === 'HMAC_SHA256_V1' ? 'base64' : 'base64url')
  }

  function macOf(signed: string, order: string, alphabet: 'base64' | 'base64url'): string {
    return signatureOf(signed, { secretKey, order, version }).toString(alphabet)
  }

  async function visit(
    { address: page, fields }: ProviderForm,
    does: { card: string; isApproved?: boolean } | 'cancel',
  ): Promise<string> {
    const post = (to: string, form: Record<string, string>) =>
      fetch(to, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    const opened = await post(page, fields)
    if (!opened.ok) throw new Error(await opened.text())
    const order = /name="order" value="(\w+)"/.exec(await opened.text())![1]!
    const pay = `${address}/sis/pagar`
    const paid = await post(pay, does === 'cancel' ? { order, do: 'cancel' } : { order, do: 'pay', card: does.card })
    const last =
      does !== 'cancel' && paid.status === 200
        ? await post(pay, { order, do: (does.isApproved ?? true) ? 'approve' : 'deny' })
        : paid
    return last.headers.get('location') ?? ''
  }

  return {
    address,
    visit,
    reports: () => [...sent],
    holdReports() {
      waiting ??= []
    },
    async releaseReports() {
      const held = waiting ?? []
      waiting = null
      for (const deliver of held) await deliver()
    },
    giveBack(order, cents) {
      give({ DS_MERCHANT_ORDER: order, DS_MERCHANT_AMOUNT: String(cents), DS_MERCHANT_TRANSACTIONTYPE: '3' })
    },
    allowQueries(isAllowed) {
      isQueried = isAllowed
    },
    chargedCents: () => [...operations.values()].filter(isPaid).map(({ asked }) => Number(asked.DS_MERCHANT_AMOUNT)),
    refundedCents: () =>
      [...operations.values()].flatMap(({ refundedCents }) => (refundedCents ? [refundedCents] : [])),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function isPaid({ state, response }: Operation): boolean {
  return state === 'F' && Number(response) <= 99
}

function pageOf(asked: Parameters): string {
  const euros = (Number(asked.DS_MERCHANT_AMOUNT) / 100).toFixed(2)
  return page(
    `<h1>Pago con tarjeta</h1><p>${euros} EUR</p>
<form method="post" action="/sis/pagar"><input type="hidden" name="order" value="${asked.DS_MERCHANT_ORDER}">
<label>Tarjeta <input name="card" autocomplete="off"></label>
<button name="do" value="pay">Pagar</button> <button name="do" value="cancel">Cancelar</button></form>`,
  )
}

function challengeOf(order: string): string {
  return page(
    `<h1>¿Eres tú?</h1><form method="post" action="/sis/pagar"><input type="hidden" name="order" value="${order}">
<button name="do" value="approve">Sí</button> <button name="do" value="deny">No</button></form>`,
  )
}

function page(content: string): string {
  return `<!doctype html><html lang="es"><meta charset="utf-8"><title>TPV</title><link rel="icon" href="data:,"><body><main>${content}</main></body></html>`
}

function send(response: ServerResponse, status: number, type: string, body: string) {
  response.writeHead(status, { 'content-type': type }).end(body)
}
