import fontAddress from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { usePortal } from '#kit/web/portal.ts'
import { cardErrors } from '#outside/payments/card-error.ts'
import type {
  FieldsAppearance,
  MessageFromAuthentication,
  MessageFromFields,
  MessageToFields,
} from '#outside/payments/sandbox/fields-messages.ts'
import type { AuthenticationProps, CardFieldsProps, CardProvider } from './card-provider.ts'
import styles from './sandbox-card.module.css'

const tokenNames = [
  '--ink',
  '--ink-2',
  '--ink-3',
  '--line-2',
  '--surface',
  '--raised',
  '--negative',
  '--focus',
  '--r2',
  '--control',
]
// The frame has no origin that could be named; the channel and event.source identify the sender.
const anyOrigin = '*'

/**
 * Shows the fields of the sandbox provider in a frame of an opaque origin, so that no card number ever reaches this
 * page.
 */
function SandboxFields({ ref, onReady, onSubmit, errorText }: CardFieldsProps) {
  const t = useTranslations('payments')
  const { basePath } = usePortal()
  const frame = useRef<HTMLIFrameElement>(null)
  const channel = useChannel()
  const [heightPx, setHeightPx] = useState(200)
  const resolveMethod = useRef<((methodId: string | null) => void) | null>(null)
  const appearance = useAppearance(errorText)
  const postToFrame = (message: MessageToFields) => frame.current?.contentWindow?.postMessage(message, anyOrigin)

  useMessages<MessageFromFields>(frame, channel, (message) => {
    if (message.kind === 'ready') {
      postToFrame({ channel, kind: 'appear', appearance: appearance() })
      onReady()
    } else if (message.kind === 'height') setHeightPx(message.heightPx)
    else if (message.kind === 'submit') onSubmit()
    else {
      resolveMethod.current?.(message.kind === 'method' ? message.methodId : null)
      resolveMethod.current = null
    }
  })

  useImperativeHandle(ref, () => ({
    makeMethod: () =>
      new Promise((done) => {
        resolveMethod.current = done
        postToFrame({ channel, kind: 'tokenize' })
      }),
  }))

  return (
    <iframe
      ref={frame}
      className={styles.fields}
      title={t('dialog.cardFields')}
      height={heightPx}
      sandbox="allow-scripts allow-forms"
      src={`${basePath}/sandbox-provider/fields#${channel}`}
    />
  )
}

/** Shows the page of the holder's bank in a frame. */
function SandboxAuthentication({ paymentId, clientSecret, onFinished }: AuthenticationProps) {
  const t = useTranslations('payments')
  const { basePath } = usePortal()
  const frame = useRef<HTMLIFrameElement>(null)
  const channel = useChannel()
  useMessages<MessageFromAuthentication>(frame, channel, onFinished)
  const query = new URLSearchParams({ client_secret: clientSecret, lang: useLocale() })
  return (
    <iframe
      ref={frame}
      className={styles.bank}
      title={t('dialog.bankPage')}
      sandbox="allow-scripts allow-forms allow-top-navigation-by-user-activation"
      src={`${basePath}/sandbox-provider/authenticate/${paymentId}?${query}#${channel}`}
    />
  )
}

export const sandboxCard: CardProvider = { Fields: SandboxFields, Authentication: SandboxAuthentication }

function useChannel(): string {
  const id = useId()
  const [channel] = useState(() => `${id.replace(/\W/g, '')}-${crypto.randomUUID()}`)
  return channel
}

function useMessages<Message extends { channel: string }>(
  frame: Ref<HTMLIFrameElement> & { current: HTMLIFrameElement | null },
  channel: string,
  onMessage: (message: Message) => void,
) {
  const latest = useRef(onMessage)
  latest.current = onMessage
  useEffect(() => {
    function receive(event: MessageEvent<Message>) {
      if (event.source === frame.current?.contentWindow && event.data?.channel === channel) latest.current(event.data)
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [frame, channel])
}

function useAppearance(errorText: CardFieldsProps['errorText']): () => FieldsAppearance {
  const t = useTranslations('payments.cardFields')
  const locale = useLocale()
  return () => {
    const style = getComputedStyle(document.documentElement)
    const isDark =
      document.documentElement.dataset.mode === 'dark' || matchMedia('(prefers-color-scheme: dark)').matches
    return {
      words: {
        number: t('number'),
        expiry: t('expiry'),
        expiryPattern: t('expiryPattern'),
        cvc: t('cvc'),
        cvcPattern: t('cvcPattern'),
      },
      errors: Object.fromEntries(cardErrors.map((error) => [error, errorText(error)])),
      locale,
      colorScheme: isDark ? 'dark' : 'light',
      tokens: Object.fromEntries(tokenNames.map((name) => [name, style.getPropertyValue(name)])),
      fontAddress: new URL(fontAddress, document.baseURI).href,
    }
  }
}
