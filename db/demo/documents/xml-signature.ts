import { createHash, createSign } from 'node:crypto'
import { toCanonicalXml, type XmlElement } from './xml.ts'

const digitalSignature = 'http://www.w3.org/2000/09/xmldsig#'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'

/** A private key in PEM and the DER of its certificate in base64. */
export type SigningKey = { privateKey: string; certificate: string }

/**
 * Returns the signature of a whole document in canonical form, to be inserted before the end tag of its root (XML
 * Signature, enveloped, RSA with SHA-256).
 */
export function createEnvelopedSignature(document: string, { privateKey, certificate }: SigningKey): string {
  const signedInfo = wrapInElement('ds:SignedInfo', [
    algorithmElement('ds:CanonicalizationMethod', exclusive),
    algorithmElement('ds:SignatureMethod', rsaSha256),
    buildReference(document),
  ])
  const value = createSign('RSA-SHA256').update(addNamespace(signedInfo)).sign(privateKey, 'base64')
  const rest = [
    toCanonicalXml(['ds:SignatureValue', value]),
    toCanonicalXml(['ds:KeyInfo', [['ds:X509Data', [['ds:X509Certificate', certificate]]]]]),
  ]
  return `<ds:Signature xmlns:ds="${digitalSignature}">${signedInfo}${rest.join('')}</ds:Signature>`
}

/** References the document without the signature, which is not part of what it signs. */
function buildReference(document: string): string {
  const digest: XmlElement = ['ds:DigestValue', createHash('sha256').update(document).digest('base64')]
  const transforms = [
    algorithmElement('ds:Transform', `${digitalSignature}enveloped-signature`),
    algorithmElement('ds:Transform', exclusive),
  ]
  const parts = [
    wrapInElement('ds:Transforms', transforms),
    algorithmElement('ds:DigestMethod', sha256),
    toCanonicalXml(digest),
  ]
  return `<ds:Reference URI="">${parts.join('')}</ds:Reference>`
}

function algorithmElement(name: string, algorithm: string): string {
  return toCanonicalXml([name, ''], ` Algorithm="${algorithm}"`)
}

function wrapInElement(name: string, parts: readonly string[]): string {
  return `<${name}>${parts.join('')}</${name}>`
}

// Canonicalised on its own, the signed element carries the namespace that is declared on its parent.
function addNamespace(signedInfo: string): string {
  return signedInfo.replace('<ds:SignedInfo>', `<ds:SignedInfo xmlns:ds="${digitalSignature}">`)
}
