import type { Fetch } from '#kit/server/outside-fetch.ts'
import { failureOf } from '#outside/asked.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { ProviderProblem } from '../payments.ts'
import { alphabetOf, type SignatureVersion, signatureOf } from './signature.ts'

/** How an order stands at Redsys: `nothing` was paid with it yet, `underway` is between the holder and their bank. */
export type Standing =
  | { kind: 'finished'; response: string; amountCents: Cents }
  | { kind: 'underway' }
  | { kind: 'nothing' }
  | { kind: 'unknown'; problem?: ProviderProblem }

type Needs = {
  merchantCode: string
  terminal: string
  secretKey: string
  signature: SignatureVersion
  address: string
  timeoutSeconds: number
  fetch: Fetch
}

/**
 * Asks Redsys how an order stands, by its SOAP query of a single transaction. Not every bank has it switched on, so no
 * answer is one.
 */
export async function askStanding(
  { merchantCode, terminal, secretKey, signature: version, address, timeoutSeconds, fetch }: Needs,
  order: string,
): Promise<Standing> {
  const question =
    '<Version Ds_Version="0.0"><Message><Transaction>' +
    `<Ds_MerchantCode>${merchantCode}</Ds_MerchantCode><Ds_Terminal>${terminal}</Ds_Terminal>` +
    `<Ds_Order>${order}</Ds_Order><Ds_TransactionType>0</Ds_TransactionType>` +
    '</Transaction></Message></Version>'
  const signature = signatureOf(question, { secretKey, order, version }).toString(alphabetOf[version])
  const signed = `<Messages>${question}<Signature>${signature}</Signature><SignatureVersion>${version}</SignatureVersion></Messages>`
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
    const told = await answer.text()
    return ok ? readStanding(told, order) : { kind: 'unknown', problem: { ...noProblem, failure: 'no_answer', status } }
  } catch (error) {
    return { kind: 'unknown', problem: { ...noProblem, failure: failureOf(error) } }
  }
}

const noProblem: ProviderProblem = { failure: 'other', status: null, type: null, code: null, providerRequestId: null }

/** Reads the answer to the query: XML inside XML, whose members are what counts. */
export function readStanding(answer: string, order: string): Standing {
  const xml = answer.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const member = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  const code = member('Ds_ErrorCode')
  if (code === noSuchOrder) return { kind: 'nothing' }
  if (code !== undefined) return { kind: 'unknown', problem: { ...noProblem, code: code.slice(0, longestCode) } }
  const [state, response, amount] = [member('Ds_State'), member('Ds_Response'), member('Ds_Amount')]
  if (member('Ds_Order') !== order || state === undefined) return { kind: 'unknown' }
  if (state === 'S') return { kind: 'nothing' }
  if (state !== 'F') return { kind: 'underway' }
  return /^\d{1,4}$/.test(response ?? '') && /^\d{1,9}$/.test(amount ?? '')
    ? { kind: 'finished', response: response!, amountCents: Number(amount) }
    : { kind: 'unknown' }
}

const noSuchOrder = 'XML0024'
const longestCode = 20
