import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Files share a document, in which nothing of one test stays for the next.
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})
// The first screen of a file loads its parts while it is waited for, which takes as long as the machine is busy.
configure({ asyncUtilTimeout: 5_000 })

class Unsized {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// jsdom lays nothing out: it has no window to scroll and no top layer, and nothing in it ever changes its size.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
HTMLElement.prototype.showPopover ??= () => {}
globalThis.ResizeObserver = Unsized
