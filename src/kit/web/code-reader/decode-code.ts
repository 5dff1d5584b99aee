import type { CodeImage } from './detect-codes.ts'

// Safari draws nothing on a canvas of more than 16.7 million pixels.
const maxSidePixels = 4_000

/** Returns the text of the QR code in an image, decoded in a thread of its own; null if none is found. */
export async function decodeCode(image: CodeImage): Promise<string | null> {
  const pixels = readPixels(image)
  const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<string | null>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.postMessage(pixels, [pixels.data.buffer])
    })
  } finally {
    worker.terminate()
  }
}

function readPixels(image: CodeImage): ImageData {
  const scale = Math.min(1, maxSidePixels / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  const context = canvas.getContext('2d')!
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
