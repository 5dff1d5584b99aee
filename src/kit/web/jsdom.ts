import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// The tests of a file share a document, which is reset after each.
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})
// The first screen of a file loads its modules during the wait, which takes long on a busy machine.
configure({ asyncUtilTimeout: 5_000 })

class FakeResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// jsdom has no layout: it has no window to scroll and no top layer, and sizes never change.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
HTMLElement.prototype.showPopover ??= () => {}
globalThis.ResizeObserver = FakeResizeObserver
