import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import kit from './texts/es.json'

/** Renders parts of the kit with Spanish texts. */
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
 * Adds what jsdom lacks for dialogs and popovers, as the HTML standard defines it: a modal dialog stores the focused
 * element, moves the focus inside, and restores it on closing, which fires an event.
 */
export function mockTopLayer() {
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
