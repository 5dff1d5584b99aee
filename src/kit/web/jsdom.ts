import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

class Unsized {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// jsdom lays nothing out: it has no window to scroll, and nothing in it ever changes its size.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
globalThis.ResizeObserver = Unsized
