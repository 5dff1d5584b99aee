import { plainAddPlaceholder } from '@signpdf/placeholder-plain'
import { SignPdf } from '@signpdf/signpdf'
import { Signer } from '@signpdf/utils'
import forge from 'node-forge'

export type PdfSignatureOptions = {
  /** A PKCS #12 container with an RSA key, its certificate, and its certificate chain. */
  p12: Buffer
  passphrase: string
  /** The name of the signer, which PDF readers show beside the certificate's own name. */
  name: string
  reason: string
  location: string
  at: Date
}

/**
 * Returns the PDF with a signature over all of its bytes (PKCS #7 detached, SHA-256), appended to the file so that its
 * tags stay as they are. Throws when the passphrase does not open the container, or when it holds no key with its
 * certificate.
 */
export async function signPdf(
  pdf: Buffer,
  { p12, passphrase, name, reason, location, at }: PdfSignatureOptions,
): Promise<Buffer> {
  const placeholder = plainAddPlaceholder({
    pdfBuffer: pdf,
    name,
    reason,
    location,
    contactInfo: '',
    signingTime: at,
    // Outside the page, where a field does not have to be tagged (PDF/UA-1, 7.18.1).
    widgetRect: [-1, -1, -1, -1],
  })
  return new SignPdf().sign(placeholder, new ContainerSigner(openContainer(p12, passphrase), at))
}

type Container = { key: forge.pki.rsa.PrivateKey; certificate: forge.pki.Certificate; chain: forge.pki.Certificate[] }

/**
 * @signpdf's own signer copies the issuer as forge misreads it, so that a name with an accent makes the signature
 * invalid.
 */
class ContainerSigner extends Signer {
  private readonly container: Container
  private readonly at: Date

  constructor(container: Container, at: Date) {
    super()
    this.container = container
    this.at = at
  }

  override async sign(bytes: Buffer): Promise<Buffer> {
    const { key, certificate, chain } = this.container
    const { contentType, data, messageDigest, sha256, signingTime } = forge.pki.oids as Record<string, string>
    const signed = forge.pkcs7.createSignedData()
    signed.content = forge.util.createBuffer(bytes.toString('binary'))
    for (const each of chain) signed.addCertificate(each)
    signed.addSigner({
      key,
      certificate,
      digestAlgorithm: sha256!,
      authenticatedAttributes: [
        { type: contentType!, value: data! },
        { type: signingTime!, value: this.at.toISOString() },
        { type: messageDigest! },
      ],
    })
    signed.sign({ detached: true })
    return Buffer.from(forge.asn1.toDer(signed.toAsn1()).getBytes(), 'binary')
  }
}

function openContainer(p12: Buffer, passphrase: string): Container {
  const container = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(p12.toString('binary')), passphrase)
  const key = bagsOf(container, forge.pki.oids.pkcs8ShroudedKeyBag!)[0]?.key as forge.pki.rsa.PrivateKey | undefined
  const chain = bagsOf(container, forge.pki.oids.certBag!).flatMap(({ cert }) => cert ?? [])
  const certificate = key && chain.find(({ publicKey }) => key.n.equals((publicKey as forge.pki.rsa.PublicKey).n))
  if (!certificate) throw new Error('The container has no key with a matching certificate.')

  for (const attribute of certificate.issuer.attributes) decodeUtf8Attribute(attribute)
  return { key, certificate, chain }
}

function bagsOf(container: forge.pkcs12.Pkcs12Pfx, bagType: string): forge.pkcs12.Bag[] {
  return container.getBags({ bagType })[bagType] ?? []
}

/** forge writes UTF-8 in names correctly, but reads it as one character per byte. */
function decodeUtf8Attribute(attribute: forge.pki.CertificateField) {
  const tag = attribute.valueTagClass as number | undefined
  if (tag === forge.asn1.Type.UTF8) attribute.value = forge.util.decodeUtf8(attribute.value as string)
}
