import { afterEach, expect, test, vi } from 'vitest'
import { decodeCode } from './decode-code.ts'
import { detectCodes } from './detect-codes.ts'

vi.mock('./decode-code.ts', () => ({ decodeCode: vi.fn(async () => 'decoded') }))

const image = { width: 10, height: 10 } as HTMLCanvasElement

function stubDetector(formats: string[]) {
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => formats
      detect = async () => [{ rawValue: 'detected' }, { rawValue: 'another' }]
    },
  )
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('a browser that detects QR codes does it itself', async () => {
  stubDetector(['ean_13', 'qr_code'])
  expect(await detectCodes(image)).toEqual(['detected', 'another'])
  expect(decodeCode).not.toHaveBeenCalled()
})

test.each([
  ['has no detector', () => {}],
  ['detects other codes only', () => stubDetector(['ean_13'])],
])('a browser that %s gets a decoder', async (_, stub) => {
  stub()
  expect(await detectCodes(image)).toEqual(['decoded'])
})

test('an image without a code has none', async () => {
  vi.mocked(decodeCode).mockResolvedValueOnce(null)
  expect(await detectCodes(image)).toEqual([])
})
