import { replayIntegration } from '@sentry/browser'

/** A recording of what happened on a page, in which every text, entry and picture is blank. */
export function masked(): ReturnType<typeof replayIntegration> {
  return replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    // As plain text, so that addresses can be taken out of it before it leaves.
    useCompression: false,
    maskAttributes: ['title', 'placeholder', 'aria-label', 'aria-description', 'alt', 'value', 'content', 'data-dsn'],
    networkCaptureBodies: false,
  })
}
