import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'

/**
 * Creates a PKCS #12 container with a new 2048-bit RSA key and its self-signed certificate, for the demo: complete, but
 * trusted by no one. It is valid from `now` for this many years.
 */
export async function makeDemoCertificate({
  commonName,
  organisation,
  passphrase,
  now,
  years,
}: {
  commonName: string
  organisation: string
  passphrase: string
  now: Date
  years: number
}): Promise<Buffer> {
  const key = await newRsaKey()
  const certificate = forge.pki.createCertificate()
  // A serial number is positive and written without leading zeros (RFC 5280, 4.1.2.2), so its first byte cannot be
  // random.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e)
  certificate.validity.notBefore = now
  certificate.validity.notAfter = yearsAfter(now, years)
  const subject = [
    { name: 'commonName', value: commonName, valueTagClass: utf8 },
    { name: 'organizationName', value: organisation, valueTagClass: utf8 },
    { name: 'countryName', value: 'ES' },
  ]
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ])
  certificate.sign(key, forge.md.sha256.create())

  const container = forge.pkcs12.toPkcs12Asn1(key, certificate, passphrase, { algorithm: 'aes256' })
  return Buffer.from(forge.asn1.toDer(container).getBytes(), 'binary')
}

// The published types expect the tag class where forge reads the tag type.
const utf8 = forge.asn1.Type.UTF8 as number as forge.asn1.Class

/** Generates the key with Node, on a separate thread; forge would block this one for seconds. */
async function newRsaKey(): Promise<forge.pki.rsa.PrivateKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return forge.pki.privateKeyFromPem(privateKey)
}

function yearsAfter(instant: Date, years: number): Date {
  const later = new Date(instant)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}
