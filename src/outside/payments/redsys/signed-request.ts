import { parseLimitedJson, requestJsonLimits } from '#kit/server/limited-json.ts'
import type { Fetch } from '#kit/server/outside-fetch.ts'
import { UnreadableReport } from '../reported.ts'
import { alphabetOf, isSignatureOf, type SignatureVersion, signatureOf, signatureVersionOf } from './signature.ts'

/** What is asked of Redsys about an order, by its names. */
type Parameters = { DS_MERCHANT_ORDER: string } & Record<string, string>

type Account = { secretKey: string; signature: SignatureVersion }

/** The fields that a browser posts, or a request holds, signed in the version of the terminal. */
export function signedFields(parameters: Parameters, { secretKey, signature: version }: Account) {
  const alphabet = alphabetOf[version]
  const text = Buffer.from(JSON.stringify(parameters)).toString(alphabet)
  const signature = signatureOf(text, { secretKey, order: parameters.DS_MERCHANT_ORDER, version })
  return {
    Ds_SignatureVersion: version,
    Ds_MerchantParameters: text,
    Ds_Signature: signature.toString(alphabet),
  }
}

/** Redsys did not do what it was asked, by its code. */
export class RedsysRefusal extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

type Request = Account & { address: string; timeoutSeconds: number; fetch: Fetch }

/** Asks Redsys something by its REST interface. @throws RedsysRefusal with its code; UnreadableReport; whatever keeps it from answering */
export async function askSigned(parameters: Parameters, { address, timeoutSeconds, fetch, ...account }: Request) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signedFields(parameters, account)),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutSeconds * 1000),
  })
  const body = await answer.text()
  if (!answer.ok) throw new UnreadableReport(`answered ${answer.status}`)
  const told = objectIn(body)
  if (typeof told.errorCode === 'string') throw new RedsysRefusal(told.errorCode)
  const { Ds_MerchantParameters: text, Ds_Signature: signature, Ds_SignatureVersion: name } = told
  const version = signatureVersionOf(typeof name === 'string' ? name : undefined)
  const order = parameters.DS_MERCHANT_ORDER
  const isSigned =
    version !== undefined &&
    typeof text === 'string' &&
    typeof signature === 'string' &&
    isSignatureOf(signature, text, { secretKey: account.secretKey, order, version })
  if (!isSigned) throw new UnreadableReport('not signed by Redsys')
  return objectIn(Buffer.from(text, 'base64').toString('utf8'))
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const read = parseLimitedJson(text, requestJsonLimits)
    if (typeof read === 'object' && read !== null) return read as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new UnreadableReport('no JSON')
}
