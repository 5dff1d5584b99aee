import decodeQr from 'qr/decode.js'

// The library spends one frame of a video unless told otherwise; a person who has chosen a photo waits longer.
const options = { effort: 8, timeLimit: 8_000 }

addEventListener('message', ({ data: { data, width, height } }: MessageEvent<ImageData>) => {
  postMessage(decode({ data, width, height }))
})

function decode(image: Parameters<typeof decodeQr>[0]): string | null {
  try {
    return decodeQr(image, options)
  } catch {
    // There is none, or none that can be read.
    return null
  }
}
