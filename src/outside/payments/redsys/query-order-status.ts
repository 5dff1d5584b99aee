import type { Fetch } from '#kit/server/outbound-fetch.ts'
import type { Cents } from '#vocabulary/money.ts'
import { failureKindOf } from '../../outbound-call.ts'
import type { ProviderProblem } from '../payment-provider.ts'
import { alphabetOf, type SignatureVersion, signText } from './signature.ts'

/**
 * The status of an order at Redsys: `nothing` has not been paid yet, `underway` is between the holder and their bank.
 */
export type OrderStatus =
  | { kind: 'finished'; response: string; amountCents: Cents }
  | { kind: 'underway' }
  | { kind: 'nothing' }
  | { kind: 'unknown'; problem?: ProviderProblem }

type OrderQueryOptions = {
  merchantCode: string
  terminal: string
  secretKey: string
  signature: SignatureVersion
  address: string
  timeoutSeconds: number
  fetch: Fetch
}

/**
 * Queries the status of an order with Redsys' SOAP query of a single transaction. Not every bank has it enabled, so a
 * missing answer is a valid result.
 */
export async function queryOrderStatus(
  { merchantCode, terminal, secretKey, signature: version, address, timeoutSeconds, fetch }: OrderQueryOptions,
  order: string,
): Promise<OrderStatus> {
  const query =
    '<Version Ds_Version="0.0"><Message><Transaction>' +
    `<Ds_MerchantCode>${merchantCode}</Ds_MerchantCode><Ds_Terminal>${terminal}</Ds_Terminal>` +
    `<Ds_Order>${order}</Ds_Order><Ds_TransactionType>0</Ds_TransactionType>` +
    '</Transaction></Message></Version>'
  const signature = signText(query, { secretKey, order, version }).toString(alphabetOf[version])
  const signed = `<Messages>${query}<Signature>${signature}</Signature><SignatureVersion>${version}</SignatureVersion></Messages>`
  const envelope =
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:web="http://webservices.apl02.redsys.es">' +
    `<soapenv:Header/><soapenv:Body><web:consultaOperaciones><cadenaXML><![CDATA[${signed}]]></cadenaXML></web:consultaOperaciones></soapenv:Body>` +
    '</soapenv:Envelope>'
  try {
    const answer = await fetch(`${address}/apl02/services/SerClsWSConsulta`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: 'consultaOperaciones' },
      body: envelope,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    })
    const { ok, status } = answer
    const text = await answer.text()
    return ok
      ? parseOrderStatus(text, order)
      : { kind: 'unknown', problem: { ...noProblem, failure: 'no_answer', status } }
  } catch (error) {
    return { kind: 'unknown', problem: { ...noProblem, failure: failureKindOf(error) } }
  }
}

const noProblem: ProviderProblem = { failure: 'other', status: null, type: null, code: null, providerRequestId: null }

/** Parses the answer to the query: XML inside XML, of which only the members matter. */
export function parseOrderStatus(answer: string, order: string): OrderStatus {
  const xml = answer.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const member = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  const code = member('Ds_ErrorCode')
  if (code === noSuchOrder) return { kind: 'nothing' }
  if (code !== undefined) return { kind: 'unknown', problem: { ...noProblem, code: code.slice(0, maxCodeLength) } }
  const [state, response, amount] = [member('Ds_State'), member('Ds_Response'), member('Ds_Amount')]
  if (member('Ds_Order') !== order || state === undefined) return { kind: 'unknown' }
  if (state === 'S') return { kind: 'nothing' }
  if (state !== 'F') return { kind: 'underway' }
  return /^\d{1,4}$/.test(response ?? '') && /^\d{1,9}$/.test(amount ?? '')
    ? { kind: 'finished', response: response!, amountCents: Number(amount) }
    : { kind: 'unknown' }
}

const noSuchOrder = 'XML0024'
const maxCodeLength = 20
