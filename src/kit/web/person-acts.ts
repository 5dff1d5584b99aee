import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

const acts = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'] as const

let acted: Promise<unknown> = Promise.resolve()

/**
 * Begins to wait until a person does anything on a page that came finished from the server: moves the pointer, touches,
 * scrolls, types, or comes back to it.
 */
export function waitForPerson() {
  acted = new Promise<unknown>((resolve) => {
    for (const act of acts) addEventListener(act, resolve, { capture: true, passive: true, once: true })
    document.addEventListener('visibilitychange', resolve, { once: true })
  })
}

/** Resolves once a person has done anything on the page. What is only needed then is not part of its first load. */
export function personActs(): Promise<unknown> {
  return acted
}

/**
 * Returns a component that is rendered with the page, but whose script only loads once a person acts: for what works as
 * HTML until then, such as links, forms and drawings.
 */
export function lazyOnceActed<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    await personActs()
    return { default: await loadOnceOnline(load) }
  })
}

// The page works without it: what does not arrive must not replace the page by an error.
async function loadOnceOnline<T>(load: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await load()
    } catch {
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    }
}
