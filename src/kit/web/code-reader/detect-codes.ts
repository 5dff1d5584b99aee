/** An image with its size in pixels. */
export type CodeImage = ImageBitmap | HTMLCanvasElement

// https://developer.mozilla.org/docs/Web/API/BarcodeDetector
type BarcodeDetector = { detect(image: CodeImage): Promise<{ rawValue: string }[]> }
type BarcodeDetectorClass = {
  new (options: { formats: string[] }): BarcodeDetector
  getSupportedFormats(): Promise<string[]>
}

/** Returns the texts of the QR codes in an image. A decoder is loaded where the browser has none. */
export async function detectCodes(image: CodeImage): Promise<string[]> {
  const detector = await createDetector()
  if (detector) return (await detector.detect(image)).map(({ rawValue }) => rawValue)
  const { decodeCode } = await import('./decode-code.ts')
  const text = await decodeCode(image)
  return text === null ? [] : [text]
}

async function createDetector(): Promise<BarcodeDetector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass }
  const formats = (await BarcodeDetector?.getSupportedFormats()) ?? []
  return BarcodeDetector && formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : null
}
