import forge from 'node-forge'
import { makeDemoCertificate } from '#kit/server/demo-certificate.ts'
import type { SigningKey } from './xml-signature.ts'

// The container is opened right away, so the passphrase protects nothing.
const passphrase = 'demo'
const certificateYears = 10

/** Creates a key for the demo's own documents, with a certificate that is not trusted by anyone. */
export async function createDemoSigningKey(name: string, now: Date): Promise<SigningKey> {
  const subject = { commonName: name, organisation: name, passphrase, now, years: certificateYears }
  const file = await makeDemoCertificate(subject)
  const container = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(file.toString('binary')), passphrase)
  const { pkcs8ShroudedKeyBag, certBag } = forge.pki.oids as { pkcs8ShroudedKeyBag: string; certBag: string }
  const [keyBag] = container.getBags({ bagType: pkcs8ShroudedKeyBag })[pkcs8ShroudedKeyBag]!
  const [certificateBag] = container.getBags({ bagType: certBag })[certBag]!
  const der = forge.asn1.toDer(forge.pki.certificateToAsn1(certificateBag!.cert!)).getBytes()
  return {
    privateKey: forge.pki.privateKeyToPem(keyBag!.key!),
    certificate: Buffer.from(der, 'binary').toString('base64'),
  }
}
