import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// jsdom does not draw: a stand-in shows what a chart would draw.
vi.mock('uplot', async () => ({ default: (await import('./chart/chart-testing.ts')).FakePlot }))

// The tests of a file share a document, which is reset after each.
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})
// The first screen of a file loads its modules during the wait, which takes long on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

const sizePx = { width: 800, height: 400 }

class FakeResizeObserver {
  private readonly callback: ResizeObserverCallback

  constructor(callback: ResizeObserverCallback) {
    this.callback = callback
  }

  observe() {
    this.callback([{ contentRect: sizePx } as ResizeObserverEntry], this as never)
  }
  unobserve() {}
  disconnect() {}
}

class FakeIntersectionObserver {
  private readonly callback: IntersectionObserverCallback

  constructor(callback: IntersectionObserverCallback) {
    this.callback = callback
  }

  observe() {
    queueMicrotask(() => this.callback([{ isIntersecting: true } as IntersectionObserverEntry], this as never))
  }
  disconnect() {}
}

// jsdom has no layout: it has no window to scroll and no top layer, everything has one size, and is in view.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
HTMLElement.prototype.showPopover ??= () => {}
globalThis.ResizeObserver = FakeResizeObserver
globalThis.IntersectionObserver = FakeIntersectionObserver as never
globalThis.devicePixelRatio = 1
// It has no fonts, colour schemes or canvas either.
globalThis.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
HTMLCanvasElement.prototype.getContext = (() => ({
  measureText: (text: string) => ({ width: 7 * text.length }),
})) as never

// Nor does it have popovers: a press on their button opens them as far as the page is told.
document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('[popovertarget]')
  const panel = button && document.getElementById(button.getAttribute('popovertarget')!)
  panel?.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState: 'open' }))
})
