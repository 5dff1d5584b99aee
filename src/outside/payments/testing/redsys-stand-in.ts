import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ProviderForm } from '../payment-provider.ts'
import { type SignatureVersion, signText } from '../redsys/signature.ts'

/** The public test account of Redsys. */
export const publicTestAccount = {
  merchantCode: '999008881',
  terminal: '1',
  secretKey: 'sq7HjrUOBfKmC576ILgskD5srU870gJ7',
  signature: 'HMAC_SHA256_V1' as SignatureVersion,
}

/** The result of a card: its response, after a question of the bank if `asks` is set. */
const cardResults: Record<string, { response: string; asks?: true }> = {
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
type Operation = {
  requestParameters: Parameters
  state: 'S' | 'A' | 'F'
  card: string
  response: string
  refundedCents: number
}
type StandInReport = { rawBody: string; headers: Record<string, string> }

export type RedsysStandIn = {
  address: string
  /**
   * Simulates a holder on the page of a form, who pays with a card or cancels. Returns the address to which the browser
   * is redirected.
   */
  visit(form: ProviderForm, does: { card: string; isApproved?: boolean } | 'cancel'): Promise<string>
  /** Returns what Redsys has sent to the merchant. */
  reports(): StandInReport[]
  /** Holds reports back until `releaseReports` sends those that are held and lets further ones pass. */
  holdReports(): void
  releaseReports(): Promise<void>
  /** The retailer makes a refund on Redsys' own pages. */
  refundInBackOffice(order: string, cents: number): void
  /** Sets whether the bank has the query enabled. */
  allowQueries(isAllowed: boolean): void
  chargedCents(): number[]
  refundedCents(): number[]
  close(): Promise<void>
}

/**
 * Starts the part of Redsys that the portal uses, over HTTP on this machine: the payment page, the report, the redirect
 * back, the query of an order and the refund. An order is accepted once.
 */
export async function startRedsysStandIn({
  secretKey,
  merchantCode,
  terminal,
  signature: version,
} = publicTestAccount): Promise<RedsysStandIn> {
  const operations = new Map<string, Operation>()
  const sent: StandInReport[] = []
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
        return send(
          response,
          200,
          'text/html; charset=utf-8',
          renderPaymentPage(startPayment(new URLSearchParams(body))),
        )
      case '/sis/pagar': {
        const form = new URLSearchParams(body)
        return continuePayment(response, form.get('order')!, form)
      }
      case '/apl02/services/SerClsWSConsulta':
        return isQueried
          ? send(response, 200, 'text/xml', renderOrderStatus(body))
          : send(response, 500, 'text/xml', '<fault/>')
      case '/sis/rest/trataPeticionREST':
        return send(response, 200, 'application/json', JSON.stringify(refund(JSON.parse(body) as Signed)))
      default:
        return send(response, 404, 'text/plain', 'nothing')
    }
  }

  function startPayment(form: URLSearchParams): Parameters {
    const requestParameters = readSigned(Object.fromEntries(form) as Signed)
    const order = requestParameters.DS_MERCHANT_ORDER!
    if (!/^\d{4}[0-9A-Za-z]{8}$/.test(order)) throw new Error('SIS0014')
    if (
      requestParameters.DS_MERCHANT_MERCHANTCODE !== merchantCode ||
      requestParameters.DS_MERCHANT_TERMINAL !== terminal
    )
      throw new Error('SIS0026')
    if (requestParameters.DS_MERCHANT_CURRENCY !== '978' || requestParameters.DS_MERCHANT_TRANSACTIONTYPE !== '0')
      throw new Error('SIS0015')
    const existing = operations.get(order)
    if (existing && existing.state === 'F') throw new Error('SIS0051')
    operations.set(order, { requestParameters, state: 'S', card: '', response: '', refundedCents: 0 })
    return requestParameters
  }

  async function continuePayment(response: ServerResponse, order: string, form: URLSearchParams) {
    const operation = operations.get(order)
    if (!operation || operation.state === 'F') throw new Error('SIS0051')
    const card = form.get('card')?.replaceAll(' ', '') ?? operation.card
    const result = cardResults[card]
    if (form.get('do') === 'cancel') return finishPayment(response, operation, cancelled)
    if (!result) throw new Error('SIS0093')
    Object.assign(operation, { card })
    if (!result.asks) return finishPayment(response, operation, result.response)
    if (operation.state !== 'A') {
      operation.state = 'A'
      return send(response, 200, 'text/html; charset=utf-8', renderChallengePage(order))
    }
    return finishPayment(response, operation, form.get('do') === 'approve' ? result.response : notAuthenticated)
  }

  async function finishPayment(response: ServerResponse, operation: Operation, code: string) {
    Object.assign(operation, { state: 'F', response: code })
    const report = reportOf(operation)
    sent.push(report)
    const deliver = async () => {
      // An unreachable merchant has no effect on the stand-in, as with Redsys.
      await fetch(operation.requestParameters.DS_MERCHANT_MERCHANTURL!, {
        method: 'POST',
        headers: report.headers,
        body: report.rawBody,
      }).catch(() => {})
    }
    if (waiting) waiting.push(deliver)
    else await deliver()
    const isPaid = Number(code) <= 99
    const back = isPaid
      ? operation.requestParameters.DS_MERCHANT_URLOK!
      : operation.requestParameters.DS_MERCHANT_URLKO!
    response.writeHead(303, { location: back }).end()
  }

  function reportOf({ requestParameters, card, response }: Operation): StandInReport {
    const order = requestParameters.DS_MERCHANT_ORDER!
    const report = {
      Ds_Date: '20%2F11%2F2026',
      Ds_Hour: '11%3A00',
      Ds_Amount: requestParameters.DS_MERCHANT_AMOUNT,
      Ds_Currency: '978',
      Ds_Order: order,
      Ds_MerchantCode: merchantCode,
      Ds_Terminal: terminal.padStart(3, '0'),
      Ds_Response: response,
      Ds_MerchantData: requestParameters.DS_MERCHANT_MERCHANTDATA,
      Ds_SecurePayment: '1',
      Ds_TransactionType: '0',
      Ds_ConsumerLanguage: requestParameters.DS_MERCHANT_CONSUMERLANGUAGE,
      ...(card && { Ds_Card_Number: `${card.slice(0, 6)}******${card.slice(-4)}` }),
    }
    return signedReport(report, order)
  }

  function signedReport(report: object, order: string): StandInReport {
    const fields = signed(report, order, 'base64url')
    return {
      rawBody: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
  }

  function renderOrderStatus(envelope: string): string {
    const [, question = ''] = /<Messages>(<Version.*<\/Version>)/.exec(envelope) ?? []
    const order = /<Ds_Order>(.*)<\/Ds_Order>/.exec(question)?.[1] ?? ''
    const [, signature] = /<Signature>(.*)<\/Signature>/.exec(envelope) ?? []
    const operation = operations.get(order)
    const inner = !hasValidSignature(signature, question, order)
      ? '<ErrorMsg><Ds_ErrorCode>XML0015</Ds_ErrorCode></ErrorMsg>'
      : operation
        ? `<Response Ds_Version="0.0"><Ds_MerchantCode>${merchantCode}</Ds_MerchantCode><Ds_Terminal>${terminal}</Ds_Terminal>` +
          `<Ds_Order>${order}</Ds_Order><Ds_TransactionType>0</Ds_TransactionType><Ds_Amount>${operation.requestParameters.DS_MERCHANT_AMOUNT}</Ds_Amount>` +
          `<Ds_Currency>978</Ds_Currency><Ds_State>${operation.state}</Ds_State><Ds_Response>${operation.response || '9998'}</Ds_Response></Response>`
        : '<ErrorMsg><Ds_ErrorCode>XML0024</Ds_ErrorCode></ErrorMsg>'
    const messages = `<Messages><Version Ds_Version="0.0"><Message>${inner}</Message></Version></Messages>`
    const escaped = messages.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    return `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><consultaOperacionesReturn>${escaped}</consultaOperacionesReturn></soapenv:Body></soapenv:Envelope>`
  }

  function refund(body: Signed): object {
    const requestParameters = readSigned(body)
    const report = applyRefund(requestParameters)
    return 'errorCode' in report ? report : signed(report, requestParameters.DS_MERCHANT_ORDER!, 'base64')
  }

  function applyRefund(requestParameters: Parameters): Parameters {
    const order = requestParameters.DS_MERCHANT_ORDER!
    const operation = operations.get(order)
    const cents = Number(requestParameters.DS_MERCHANT_AMOUNT)
    if (requestParameters.DS_MERCHANT_TRANSACTIONTYPE !== '3' || !operation) return { errorCode: 'SIS0054' }
    if (!isPaid(operation) || operation.refundedCents + cents > Number(operation.requestParameters.DS_MERCHANT_AMOUNT))
      return { errorCode: 'SIS0057' }
    operation.refundedCents += cents
    refundsMade += 1
    const report = {
      Ds_Order: order,
      Ds_MerchantCode: merchantCode,
      Ds_Terminal: terminal,
      Ds_TransactionType: '3',
      Ds_Amount: String(cents),
      Ds_Currency: '978',
      Ds_Response: '0900',
      Ds_AuthorisationCode: String(refundsMade).padStart(6, '0'),
      Ds_MerchantData: requestParameters.DS_MERCHANT_MERCHANTDATA ?? '',
    }
    sent.push(signedReport(report, order))
    return report
  }

  type Signed = { Ds_SignatureVersion: string; Ds_MerchantParameters: string; Ds_Signature: string }

  function signed(report: object, order: string, alphabet: 'base64' | 'base64url'): Signed {
    const parameters = Buffer.from(JSON.stringify(report)).toString(alphabet)
    return {
      Ds_SignatureVersion: version,
      Ds_MerchantParameters: parameters,
      Ds_Signature: macOf(parameters, order, alphabet),
    }
  }

  function readSigned({ Ds_MerchantParameters: parameters, Ds_Signature: signature }: Signed): Parameters {
    const requestParameters = JSON.parse(Buffer.from(parameters, 'base64').toString()) as Parameters
    if (!hasValidSignature(signature, parameters, requestParameters.DS_MERCHANT_ORDER!)) throw new Error('SIS0042')
    return requestParameters
  }

  // The portal's requests use the alphabet of their version.
  function hasValidSignature(signature: string | undefined, signed: string, order: string): boolean {
    return signature === macOf(signed, order, version === 'HMAC_SHA256_V1' ? 'base64' : 'base64url')
  }

  function macOf(signed: string, order: string, alphabet: 'base64' | 'base64url'): string {
    return signText(signed, { secretKey, order, version }).toString(alphabet)
  }

  async function visit(
    { address: page, fields }: ProviderForm,
    action: { card: string; isApproved?: boolean } | 'cancel',
  ): Promise<string> {
    const post = (to: string, form: Record<string, string>) =>
      fetch(to, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    const formPage = await post(page, fields)
    if (!formPage.ok) throw new Error(await formPage.text())
    const order = /name="order" value="(\w+)"/.exec(await formPage.text())![1]!
    const pay = `${address}/sis/pagar`
    const paid = await post(
      pay,
      action === 'cancel' ? { order, do: 'cancel' } : { order, do: 'pay', card: action.card },
    )
    const last =
      action !== 'cancel' && paid.status === 200
        ? await post(pay, { order, do: (action.isApproved ?? true) ? 'approve' : 'deny' })
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
    refundInBackOffice(order, cents) {
      applyRefund({ DS_MERCHANT_ORDER: order, DS_MERCHANT_AMOUNT: String(cents), DS_MERCHANT_TRANSACTIONTYPE: '3' })
    },
    allowQueries(isAllowed) {
      isQueried = isAllowed
    },
    chargedCents: () =>
      [...operations.values()]
        .filter(isPaid)
        .map(({ requestParameters }) => Number(requestParameters.DS_MERCHANT_AMOUNT)),
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

function renderPaymentPage(parameters: Parameters): string {
  const euros = (Number(parameters.DS_MERCHANT_AMOUNT) / 100).toFixed(2)
  return renderPage(
    `<h1>Pago con tarjeta</h1><p>${euros} EUR</p>
<form method="post" action="/sis/pagar"><input type="hidden" name="order" value="${parameters.DS_MERCHANT_ORDER}">
<label>Tarjeta <input name="card" autocomplete="off"></label>
<button name="do" value="pay">Pagar</button> <button name="do" value="cancel">Cancelar</button></form>`,
  )
}

function renderChallengePage(order: string): string {
  return renderPage(
    `<h1>¿Eres tú?</h1><form method="post" action="/sis/pagar"><input type="hidden" name="order" value="${order}">
<button name="do" value="approve">Sí</button> <button name="do" value="deny">No</button></form>`,
  )
}

function renderPage(content: string): string {
  return `<!doctype html><html lang="es"><meta charset="utf-8"><title>TPV</title><link rel="icon" href="data:,"><body><main>${content}</main></body></html>`
}

function send(response: ServerResponse, status: number, type: string, body: string) {
  response.writeHead(status, { 'content-type': type }).end(body)
}
