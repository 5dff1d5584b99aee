import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inspectFile } from './inspect-file.ts'
import { createPackedPdf, createTestPdf, eicar } from './testing/suspicious-files.ts'

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2_000, 7)])
const zipTail = (() => {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt32LE(46, 12)
  return Buffer.concat([Buffer.alloc(60), end])
})()

test.each<[what: string, content: Buffer]>([
  ['a plain document', createTestPdf('<< /Type /Catalog /Pages 2 0 R >>')],
  ['a document that opens at a page', createTestPdf('<< /Type /Catalog /OpenAction [3 0 R /Fit] >>')],
  ['a document that opens by going to a page', createTestPdf('<< /OpenAction << /S /GoTo /D [3 0 R /Fit] >> >>')],
  ['a document with a link', createTestPdf('<< /Subtype /Link /A << /S /URI /URI (https://example.test) >> >>')],
  ['a document with compressed objects', createPackedPdf('<< /Type /Catalog >>')],
  [
    'a document with a picture that contains the letters by chance',
    createTestPdf(`<< /Length 9 >>\nstream\nab/JS (x)\nendstream`),
  ],
  ['a document whose names only begin the same', createTestPdf('<< /JSize 1 /LaunchDate (x) /XFAB 2 >>')],
])('accepts %s', (_, content) => {
  expect(inspectFile(content, 'application/pdf')).toBeNull()
})

test.each<[what: string, content: Buffer]>([
  ['script', createTestPdf('<< /S /JavaScript /JS (app.alert(1)) >>')],
  ['script by its short name only', createTestPdf('<< /JS 7 0 R >>')],
  ['script in hexadecimal letters', createTestPdf('<< /S /J#61v#61Script /J#53 (x) >>')],
  ['script in compressed objects', createPackedPdf('<< /S /JavaScript /JS (x) >>')],
  ['script in compressed objects, in hexadecimal letters', createPackedPdf('<< /S /#4aavaScript >>')],
  [
    'script in compressed objects of another name',
    createPackedPdf('<< /S /JavaScript >>', { type: '/Type /Obj#53tm' }),
  ],
  ['script in compressed objects without a type', createPackedPdf('<< /S /JavaScript >>', { type: '' })],
  ['script after a stream within a comment', createTestPdf('% << >>\nstream\n% \n9 0 obj << /S /JavaScript >> endobj')],
  ['a program to launch', createTestPdf('<< /S /Launch /F (cmd.exe) >>')],
  ['an embedded file', createTestPdf('<< /Type /EmbeddedFile >>')],
  ['an XFA form', createTestPdf('<< /AcroForm << /XFA 5 0 R >> >>')],
  ['a form that submits itself', createTestPdf('<< /S /SubmitForm /F (https://evil.example) >>')],
  ['a URL that opens at once', createTestPdf('<< /OpenAction << /S /URI /URI (https://evil.example) >> >>')],
  [
    'a URL that opens at once, in another object',
    createTestPdf('<< /OpenAction 9 0 R >> endobj 9 0 obj << /S /URI /URI (x) >>'),
  ],
  ['an archive appended', Buffer.concat([createTestPdf('<< >>'), zipTail])],
])('rejects a document with %s', (_, content) => {
  expect(inspectFile(content, 'application/pdf')).toBe('file_active')
})

test.each<[what: string, content: Buffer]>([
  [
    'compressed with an unsupported filter',
    createPackedPdf('<< >>', { filter: '/Filter [/ASCIIHexDecode /FlateDecode]' }),
  ],
  [
    'compressed with a predictor',
    createPackedPdf('<< >>', { filter: '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>' }),
  ],
  [
    'broken',
    Buffer.from(
      '%PDF-1.7\n1 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\nnonsense\nendstream',
    ),
  ],
  ['encrypted', Buffer.concat([createPackedPdf('<< >>'), Buffer.from('trailer << /Encrypt 9 0 R >>')])],
  ['oversized when decompressed', createPackedPdf(' '.repeat(51_000_000))],
])('rejects a document whose objects are %s, because they cannot be inspected', (_, content) => {
  expect(inspectFile(content, 'application/pdf')).toBe('file_unreadable')
})

test('rejects script however the head of its stream is disguised', () => {
  const padded = createPackedPdf('<< /S /JavaScript >>', { type: `/Type /ObjStm ${'% x\n'.repeat(2_000)}` })
  const named = createPackedPdf('<< /S /JavaScript >>', { type: '/Type /ObjStm /X (1 0 obj)' })
  expect([padded, named].map((content) => inspectFile(content, 'application/pdf'))).toEqual([
    'file_active',
    'file_active',
  ])
})

test.each([
  ['unterminated streams', `%PDF-1.7\n${'stream\n'.repeat(1_000_000)}`],
  ['unterminated compressed objects', `%PDF-1.7\n${'/ObjStm obj stream\n'.repeat(300_000)}`],
  ['incomplete actions', `%PDF-1.7\n${'/OpenAction 1 0 R '.repeat(300_000)}`],
  ['hexadecimal letters', `%PDF-1.7\n${'/#41'.repeat(1_500_000)}`],
])('inspects a document of nothing but %s quickly', (_, text) => {
  const begun = performance.now()
  inspectFile(Buffer.from(text, 'latin1'), 'application/pdf')
  expect(performance.now() - begun).toBeLessThan(5_000)
})

test('rejects the test virus in a file of any type', () => {
  expect(inspectFile(Buffer.concat([jpeg, eicar]), 'image/jpeg')).toBe('file_infected')
  expect(inspectFile(Buffer.concat([createTestPdf('<< >>'), eicar]), 'application/pdf')).toBe('file_infected')
})

test.each<[what: string, content: Buffer]>([
  ['an archive', Buffer.concat([jpeg, zipTail])],
  ['a document', Buffer.concat([jpeg.subarray(0, 20), Buffer.from('%PDF-1.7'), jpeg])],
])('rejects a picture that is %s as well', (_, content) => {
  expect(inspectFile(content, 'image/jpeg')).toBe('file_active')
})

test('accepts a picture', () => {
  expect(inspectFile(jpeg, 'image/jpeg')).toBeNull()
  expect(inspectFile(Buffer.concat([jpeg, deflateSync('PK')]), 'image/jpeg')).toBeNull()
})
