import { parseLimitedJson, requestJsonLimits } from '#kit/server/limited-json.ts'
import type { RedsysAccount } from '../redsys.ts'
import { digestOf } from '../report-schemas.ts'
import { hasValidSignature, signatureVersionOf } from './signature.ts'

/** Returns the event of a report with a valid signature of this retailer; null for any other. */
export function verifyRedsysReport(rawBody: string, { merchantCode, terminal, secretKey }: RedsysAccount) {
  const sent = new URLSearchParams(rawBody)
  const parameters = sent.get('Ds_MerchantParameters') ?? ''
  const report = parseParameters(parameters)
  const version = signatureVersionOf(sent.get('Ds_SignatureVersion'))
  if (!report || !version) return null
  const signer = { secretKey, order: report.Ds_Order, version }
  if (!hasValidSignature(sent.get('Ds_Signature') ?? '', parameters, signer)) return null
  const isOurs = report.Ds_MerchantCode === merchantCode && Number(report.Ds_Terminal) === Number(terminal)
  return isOurs ? { eventId: eventIdOf(report.Ds_Order, parameters), payload: report } : null
}

function parseParameters(encoded: string): UnverifiedParameters | null {
  try {
    const parameters = parseLimitedJson(
      Buffer.from(encoded, 'base64').toString('utf8'),
      requestJsonLimits,
    ) as Partial<UnverifiedParameters> | null
    return typeof parameters?.Ds_Order === 'string' && parameters.Ds_Order !== ''
      ? (parameters as UnverifiedParameters)
      : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The parameters that are read before the signature is verified. */
type UnverifiedParameters = { Ds_Order: string; Ds_MerchantCode: unknown; Ds_Terminal: unknown }

// Redsys has no event ids, so an event is identified by its order and content.
function eventIdOf(order: string, parameters: string): string {
  return `${order.slice(0, 12)}-${digestOf(parameters)}`
}
