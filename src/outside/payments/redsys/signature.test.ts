import { expect, test } from 'vitest'
import { hasValidSignature, type SignatureVersion, signText } from './signature.ts'

const secretKey = 'sq7HjrUOBfKmC576ILgskD5srU870gJ7'
const parameters = {
  DS_MERCHANT_AMOUNT: '999',
  DS_MERCHANT_ORDER: '1234567890',
  DS_MERCHANT_MERCHANTCODE: '999008881',
  DS_MERCHANT_CURRENCY: '978',
  DS_MERCHANT_TRANSACTIONTYPE: '0',
  DS_MERCHANT_TERMINAL: '1',
  DS_MERCHANT_MERCHANTURL: 'http://www.prueba.com/urlNotificacion.php',
  DS_MERCHANT_URLOK: 'http://www.prueba.com/urlOK.php',
  DS_MERCHANT_URLKO: 'http://www.prueba.com/urlKO.php',
}

test('computes the signature of the example in Redsys’ guide', () => {
  const text = Buffer.from(JSON.stringify(parameters).replaceAll('/', '\\/')).toString('base64url')
  const signature = signText(text, { secretKey, order: '1234567890', version: 'HMAC_SHA512_V2' })
  expect(signature.toString('base64url')).toBe(
    'Vjo02eSWq249IeZZp3R-ArFnGLhKY0OuzDDlx1BuVtZDC2yhczA7_11uZhsYzLZBCMFAz8u8uzGDX3AErHKmmw',
  )
})

test.each<[SignatureVersion, SignatureVersion]>([
  ['HMAC_SHA256_V1', 'HMAC_SHA512_V2'],
  ['HMAC_SHA512_V2', 'HMAC_SHA256_V1'],
])('accepts a signature of %s as such, in both alphabets, and not as %s', (version, other) => {
  const signer = { secretKey, order: '1234abcdefgh', version }
  const signature = signText('text', signer)
  for (const alphabet of ['base64', 'base64url'] as const)
    expect(hasValidSignature(signature.toString(alphabet), 'text', signer)).toBe(true)
  expect(hasValidSignature(signature.toString('base64'), 'text', { ...signer, version: other })).toBe(false)
  expect(hasValidSignature(signature.toString('base64'), 'another', signer)).toBe(false)
  expect(hasValidSignature(signature.toString('base64'), 'text', { ...signer, order: '1234abcdefgi' })).toBe(false)
})
