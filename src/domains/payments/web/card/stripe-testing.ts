import { type Mock, vi } from 'vitest'

type Listener = (event: unknown) => void

/** Creates a stand-in for an element of Stripe: an input in place of Stripe's frame. */
function standInElement(type: string) {
  const input = document.createElement('input')
  input.setAttribute('aria-label', type)
  const listeners = new Map<string, Set<Listener>>()
  const element = {
    input,
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      if (event === 'ready') setTimeout(() => listener({ elementType: type }))
      return element
    },
    off(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
      return element
    },
    mount(container: HTMLElement) {
      container.append(input)
    },
    destroy: () => input.remove(),
    update() {},
    focus: () => input.focus(),
    /** Emits an event as Stripe would. */
    emit(event: string, payload: object) {
      for (const listener of listeners.get(event) ?? []) listener(payload)
    },
  }
  return element
}
type StandInElement = ReturnType<typeof standInElement>

type StandInStripe = {
  /** Returns the element of a part of the card: `cardNumber`, `cardExpiry` or `cardCvc`. */
  partOf: (type: string) => StandInElement
} & Record<'elements' | 'createToken' | 'confirmCardPayment' | 'createPaymentMethod' | 'handleNextAction', Mock>

/**
 * Creates a stand-in for the parts of Stripe.js that the portal uses, returned by `loadStripe` where there is no
 * network.
 */
export function standInStripe(): StandInStripe {
  const made = new Map<string, StandInElement>()
  const elements = {
    create(type: string) {
      const element = standInElement(type)
      made.set(type, element)
      return element
    },
    getElement: (type: string) => made.get(type) ?? null,
    update() {},
  }
  return {
    elements: vi.fn(() => elements),
    createToken: vi.fn(),
    confirmCardPayment: vi.fn(),
    createPaymentMethod: vi.fn(),
    handleNextAction: vi.fn(),
    partOf: (type) => made.get(type)!,
  }
}
