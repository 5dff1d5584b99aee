import { deflateSync } from 'node:zlib'

/** The EICAR test file, which every scanner reports as a virus and which is harmless. */
export const eicar = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-'),
  'latin1',
)

/** Creates a PDF with one object. */
export function createTestPdf(object: string): Buffer {
  return Buffer.from(`%PDF-1.7\n1 0 obj ${object} endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n`, 'latin1')
}

/** Creates a PDF whose object is packed into an object stream. */
export function createPackedPdf(
  object: string,
  { type = '/Type /ObjStm', filter = '/Filter /FlateDecode' }: { type?: string; filter?: string } = {},
): Buffer {
  const packed = deflateSync(Buffer.from(`7 0 ${object}`, 'latin1'))
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj << ${type} /N 1 /First 4 ${filter} /Length ${packed.length} >>\nstream\n`, 'latin1'),
    packed,
    Buffer.from('\nendstream endobj\n%%EOF\n', 'latin1'),
  ])
}
