import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inspectFile } from './inspect-file.ts'
import { eicar, pdfOf, pdfWithPacked } from './testing/suspicious-files.ts'

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2_000, 7)])
const zipTail = (() => {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt32LE(46, 12)
  return Buffer.concat([Buffer.alloc(60), end])
})()

test.each<[what: string, content: Buffer]>([
  ['a plain document', pdfOf('<< /Type /Catalog /Pages 2 0 R >>')],
  ['one that opens at a place', pdfOf('<< /Type /Catalog /OpenAction [3 0 R /Fit] >>')],
  ['one that opens by going to a place', pdfOf('<< /OpenAction << /S /GoTo /D [3 0 R /Fit] >> >>')],
  ['one with a link', pdfOf('<< /Subtype /Link /A << /S /URI /URI (https://example.test) >> >>')],
  ['one with packed objects', pdfWithPacked('<< /Type /Catalog >>')],
  ['one with a picture that has the letters by chance', pdfOf(`<< /Length 9 >>\nstream\nab/JS (x)\nendstream`)],
  ['one whose names only begin alike', pdfOf('<< /JSize 1 /LaunchDate (x) /XFAB 2 >>')],
])('%s goes in', (_, content) => {
  expect(inspectFile(content, 'application/pdf')).toBeNull()
})

test.each<[what: string, content: Buffer]>([
  ['script', pdfOf('<< /S /JavaScript /JS (app.alert(1)) >>')],
  ['script by its short name alone', pdfOf('<< /JS 7 0 R >>')],
  ['script in hexadecimal letters', pdfOf('<< /S /J#61v#61Script /J#53 (x) >>')],
  ['script in packed objects', pdfWithPacked('<< /S /JavaScript /JS (x) >>')],
  ['script in packed objects, in hexadecimal letters', pdfWithPacked('<< /S /#4aavaScript >>')],
  ['script in packed objects of another name', pdfWithPacked('<< /S /JavaScript >>', { type: '/Type /Obj#53tm' })],
  ['script in packed objects without a type', pdfWithPacked('<< /S /JavaScript >>', { type: '' })],
  ['script behind a stream that is a comment', pdfOf('% << >>\nstream\n% \n9 0 obj << /S /JavaScript >> endobj')],
  ['a program to be started', pdfOf('<< /S /Launch /F (cmd.exe) >>')],
  ['a file within', pdfOf('<< /Type /EmbeddedFile >>')],
  ['a form of its own language', pdfOf('<< /AcroForm << /XFA 5 0 R >> >>')],
  ['a form that sends itself', pdfOf('<< /S /SubmitForm /F (https://evil.example) >>')],
  ['an address that is opened at once', pdfOf('<< /OpenAction << /S /URI /URI (https://evil.example) >> >>')],
  [
    'an address that is opened at once, elsewhere',
    pdfOf('<< /OpenAction 9 0 R >> endobj 9 0 obj << /S /URI /URI (x) >>'),
  ],
  ['an archive at its end', Buffer.concat([pdfOf('<< >>'), zipTail])],
])('a document with %s stays out', (_, content) => {
  expect(inspectFile(content, 'application/pdf')).toBe('file_active')
})

test.each<[what: string, content: Buffer]>([
  [
    'packed in a way that is not read here',
    pdfWithPacked('<< >>', { filter: '/Filter [/ASCIIHexDecode /FlateDecode]' }),
  ],
  [
    'packed with a predictor',
    pdfWithPacked('<< >>', { filter: '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>' }),
  ],
  [
    'broken',
    Buffer.from(
      '%PDF-1.7\n1 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\nnonsense\nendstream',
    ),
  ],
  ['encrypted', Buffer.concat([pdfWithPacked('<< >>'), Buffer.from('trailer << /Encrypt 9 0 R >>')])],
  ['endless when unpacked', pdfWithPacked(' '.repeat(51_000_000))],
])('objects that are %s are not looked at, so the document stays out', (_, content) => {
  expect(inspectFile(content, 'application/pdf')).toBe('file_unreadable')
})

test('script stays out however the head of its stream is hidden', () => {
  const padded = pdfWithPacked('<< /S /JavaScript >>', { type: `/Type /ObjStm ${'% x\n'.repeat(2_000)}` })
  const named = pdfWithPacked('<< /S /JavaScript >>', { type: '/Type /ObjStm /X (1 0 obj)' })
  expect([padded, named].map((content) => inspectFile(content, 'application/pdf'))).toEqual([
    'file_active',
    'file_active',
  ])
})

test.each([
  ['streams that never end', `%PDF-1.7\n${'stream\n'.repeat(1_000_000)}`],
  ['packed objects that never end', `%PDF-1.7\n${'/ObjStm obj stream\n'.repeat(300_000)}`],
  ['beginnings of actions', `%PDF-1.7\n${'/OpenAction 1 0 R '.repeat(300_000)}`],
  ['hexadecimal letters', `%PDF-1.7\n${'/#41'.repeat(1_500_000)}`],
])('a document of nothing but %s takes no long time', (_, text) => {
  const begun = performance.now()
  inspectFile(Buffer.from(text, 'latin1'), 'application/pdf')
  expect(performance.now() - begun).toBeLessThan(5_000)
})

test('the test virus stays out in whatever it is', () => {
  expect(inspectFile(Buffer.concat([jpeg, eicar]), 'image/jpeg')).toBe('file_infected')
  expect(inspectFile(Buffer.concat([pdfOf('<< >>'), eicar]), 'application/pdf')).toBe('file_infected')
})

test.each<[what: string, content: Buffer]>([
  ['an archive', Buffer.concat([jpeg, zipTail])],
  ['a document', Buffer.concat([jpeg.subarray(0, 20), Buffer.from('%PDF-1.7'), jpeg])],
])('a picture that is %s as well stays out', (_, content) => {
  expect(inspectFile(content, 'image/jpeg')).toBe('file_active')
})

test('a picture goes in', () => {
  expect(inspectFile(jpeg, 'image/jpeg')).toBeNull()
  expect(inspectFile(Buffer.concat([jpeg, deflateSync('PK')]), 'image/jpeg')).toBeNull()
})
