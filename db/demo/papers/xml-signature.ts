import { createHash, createSign } from 'node:crypto'
import { canonicalXml, type Xml } from './xml.ts'

const digitalSignature = 'http://www.w3.org/2000/09/xmldsig#'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'

/** A key in PEM and the DER of its certificate in base64. */
export type SigningKey = { privateKey: string; certificate: string }

/**
 * The signature over a whole document in canonical form, to be put before the end of its root (XML Signature, enveloped,
 * RSA with SHA-256).
 */
export function envelopedSignature(document: string, { privateKey, certificate }: SigningKey): string {
  const signedInfo = around('ds:SignedInfo', [
    method('ds:CanonicalizationMethod', exclusive),
    method('ds:SignatureMethod', rsaSha256),
    referenceTo(document),
  ])
  const value = createSign('RSA-SHA256').update(withNamespace(signedInfo)).sign(privateKey, 'base64')
  const rest = [
    canonicalXml(['ds:SignatureValue', value]),
    canonicalXml(['ds:KeyInfo', [['ds:X509Data', [['ds:X509Certificate', certificate]]]]]),
  ]
  return `<ds:Signature xmlns:ds="${digitalSignature}">${signedInfo}${rest.join('')}</ds:Signature>`
}

/** The document as it is signed, without the signature, which stands outside of what it signs. */
function referenceTo(document: string): string {
  const digest: Xml = ['ds:DigestValue', createHash('sha256').update(document).digest('base64')]
  const transforms = [
    method('ds:Transform', `${digitalSignature}enveloped-signature`),
    method('ds:Transform', exclusive),
  ]
  const parts = [around('ds:Transforms', transforms), method('ds:DigestMethod', sha256), canonicalXml(digest)]
  return `<ds:Reference URI="">${parts.join('')}</ds:Reference>`
}

function method(name: string, algorithm: string): string {
  return canonicalXml([name, ''], ` Algorithm="${algorithm}"`)
}

function around(name: string, parts: readonly string[]): string {
  return `<${name}>${parts.join('')}</${name}>`
}

// Canonicalised on its own, the element that is signed bears the namespace that stands on the one around it.
function withNamespace(signedInfo: string): string {
  return signedInfo.replace('<ds:SignedInfo>', `<ds:SignedInfo xmlns:ds="${digitalSignature}">`)
}
