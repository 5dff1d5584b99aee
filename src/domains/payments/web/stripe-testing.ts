import { type Mock, vi } from 'vitest'

type Listener = (event: unknown) => void

/** An element of Stripe: an input where Stripe would set a frame. */
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
    /** Says something as Stripe would. */
    tell(event: string, told: object) {
      for (const listener of listeners.get(event) ?? []) listener(told)
    },
  }
  return element
}
type StandInElement = ReturnType<typeof standInElement>

type StandInStripe = {
  /** The element of a part of the card: `cardNumber`, `cardExpiry` or `cardCvc`. */
  partOf: (type: string) => StandInElement
} & Record<'elements' | 'createToken' | 'confirmCardPayment' | 'createPaymentMethod' | 'handleNextAction', Mock>

/** Stripe.js as far as the portal speaks to it, made by `loadStripe` where the network is closed. */
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
