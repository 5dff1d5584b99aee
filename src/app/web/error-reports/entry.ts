import {
  captureConsoleIntegration,
  dedupeIntegration,
  globalHandlersIntegration,
  init,
  makeFetchTransport,
} from '@sentry/browser'
import { cleaned } from './clean.ts'

// Loaded beside the portal, and only where the retailer has said where reports go. The page says what it may do.
const { dsn, release, onError, onSession } =
  document.querySelector<HTMLScriptElement>('script[data-dsn]')?.dataset ?? {}
const rates = { replaysOnErrorSampleRate: Number(onError ?? 0), replaysSessionSampleRate: Number(onSession ?? 0) }

// Who has not agreed does not even load what records.
const recording =
  rates.replaysOnErrorSampleRate > 0 || rates.replaysSessionSampleRate > 0
    ? [(await import('./recording.ts')).masked()]
    : []

init({
  dsn,
  release,
  ...rates,
  defaultIntegrations: false,
  integrations: [
    globalHandlersIntegration(),
    // What a page of a problem stands in for is told to the console only.
    captureConsoleIntegration({ levels: ['error'] }),
    dedupeIntegration(),
    ...recording,
  ],
  sendClientReports: false,
  beforeBreadcrumb: () => null,
  transport(options) {
    const { send, flush } = makeFetchTransport(options)
    return { flush, send: (envelope) => send(cleaned(envelope)) }
  },
})
