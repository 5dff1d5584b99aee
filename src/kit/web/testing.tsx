import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import kit from './texts/es.json'

/** Renders parts of the kit with its words in Spanish. */
export function renderInSpanish(parts: ReactNode) {
  return render(parts, { wrapper: InSpanish })
}

function InSpanish({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="es" messages={{ kit } as never} timeZone="Europe/Madrid">
      {children}
    </IntlProvider>
  )
}

/**
 * Gives jsdom what it lacks of dialogs and popovers, by the words of the HTML standard: a modal dialog remembers where the
 * focus was, moves it inside, and brings it back when it is closed, which it tells by an event.
 */
export function standInForTopLayer() {
  const returnTo = new WeakMap<HTMLDialogElement, Element | null>()
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      if (this.open) throw new DOMException('The dialog is already open.', 'InvalidStateError')
      returnTo.set(this, document.activeElement)
      this.open = true
      this.querySelector<HTMLElement>('button, input, [tabindex]')?.focus()
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return
      this.open = false
      const opener = returnTo.get(this)
      if (opener instanceof HTMLElement) opener.focus()
      queueMicrotask(() => this.dispatchEvent(new Event('close')))
    },
  })
  Object.assign(HTMLElement.prototype, { showPopover() {}, hidePopover() {} })
}
