import {
  captureConsoleIntegration,
  dedupeIntegration,
  globalHandlersIntegration,
  init,
  makeFetchTransport,
} from '@sentry/browser'
import { cleanEnvelope } from './clean-envelope.ts'

// Loaded next to the portal, only if the retailer has configured where reports go. The page states what the script may
// do.
const { dsn, release, onError, onSession } =
  document.querySelector<HTMLScriptElement>('script[data-dsn]')?.dataset ?? {}
const rates = { replaysOnErrorSampleRate: Number(onError ?? 0), replaysSessionSampleRate: Number(onSession ?? 0) }

// Without consent the recorder is not even loaded.
const recording =
  rates.replaysOnErrorSampleRate > 0 || rates.replaysSessionSampleRate > 0
    ? [(await import('./recording.ts')).createMaskedRecording()]
    : []

init({
  dsn,
  release,
  ...rates,
  defaultIntegrations: false,
  integrations: [
    globalHandlersIntegration(),
    // Errors that an error page handles are only logged to the console.
    captureConsoleIntegration({ levels: ['error'] }),
    dedupeIntegration(),
    ...recording,
  ],
  sendClientReports: false,
  beforeBreadcrumb: () => null,
  transport(options) {
    const { send, flush } = makeFetchTransport(options)
    return { flush, send: (envelope) => send(cleanEnvelope(envelope)) }
  },
})
