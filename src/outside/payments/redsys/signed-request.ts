import { parseLimitedJson, requestJsonLimits } from '#kit/server/limited-json.ts'
import type { Fetch } from '#kit/server/outbound-fetch.ts'
import { UnreadableReportError } from '../report-schemas.ts'
import { alphabetOf, hasValidSignature, type SignatureVersion, signatureVersionOf, signText } from './signature.ts'

/** The parameters of a request about an order, with Redsys' names. */
type Parameters = { DS_MERCHANT_ORDER: string } & Record<string, string>

type SigningAccount = { secretKey: string; signature: SignatureVersion }

/** Returns the fields that a browser posts or a request contains, signed in the version of the terminal. */
export function signFields(parameters: Parameters, { secretKey, signature: version }: SigningAccount) {
  const alphabet = alphabetOf[version]
  const text = Buffer.from(JSON.stringify(parameters)).toString(alphabet)
  const signature = signText(text, { secretKey, order: parameters.DS_MERCHANT_ORDER, version })
  return {
    Ds_SignatureVersion: version,
    Ds_MerchantParameters: text,
    Ds_Signature: signature.toString(alphabet),
  }
}

/** Redsys refused a request, with its error code. */
export class RedsysRefusalError extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

type SignedRequestOptions = SigningAccount & { address: string; timeoutSeconds: number; fetch: Fetch }

/**
 * Sends a request to Redsys' REST interface. @throws RedsysRefusalError with its code; UnreadableReportError; any error
 * that prevents an answer
 */
export async function sendSignedRequest(
  parameters: Parameters,
  { address, timeoutSeconds, fetch, ...account }: SignedRequestOptions,
) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signFields(parameters, account)),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutSeconds * 1000),
  })
  const body = await answer.text()
  if (!answer.ok) throw new UnreadableReportError(`answered ${answer.status}`)
  const reply = parseObject(body)
  if (typeof reply.errorCode === 'string') throw new RedsysRefusalError(reply.errorCode)
  const { Ds_MerchantParameters: text, Ds_Signature: signature, Ds_SignatureVersion: name } = reply
  const version = signatureVersionOf(typeof name === 'string' ? name : undefined)
  const order = parameters.DS_MERCHANT_ORDER
  const isSigned =
    version !== undefined &&
    typeof text === 'string' &&
    typeof signature === 'string' &&
    hasValidSignature(signature, text, { secretKey: account.secretKey, order, version })
  if (!isSigned) throw new UnreadableReportError('not signed by Redsys')
  return parseObject(Buffer.from(text, 'base64').toString('utf8'))
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const read = parseLimitedJson(text, requestJsonLimits)
    if (typeof read === 'object' && read !== null) return read as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new UnreadableReportError('no JSON')
}
