import { replayIntegration } from '@sentry/browser'

/** Creates a recording of what happens on a page, with all texts, inputs and images masked. */
export function createMaskedRecording(): ReturnType<typeof replayIntegration> {
  return replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    // Uncompressed, so that URLs can be removed before it is sent.
    useCompression: false,
    maskAttributes: ['title', 'placeholder', 'aria-label', 'aria-description', 'alt', 'value', 'content', 'data-dsn'],
    networkCaptureBodies: false,
  })
}
