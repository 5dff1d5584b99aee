import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInSpanish } from '../render-testing.tsx'
import { ScrollContainer } from './scroll-container.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each([
  { scrollWidth: 900, overflow: 'auto', isReached: true },
  { scrollWidth: 900, overflow: 'visible', isReached: false },
  { scrollWidth: 320, overflow: 'auto', isReached: false },
] as const)('content $scrollWidth px wide in 320 px, $overflow: focusable by keyboard $isReached', (example) => {
  vi.stubGlobal('ResizeObserver', SizedOnce)
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(example.scrollWidth)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(320)
  vi.stubGlobal('getComputedStyle', () => ({ overflowX: example.overflow }))
  const { container } = renderInSpanish(
    <ScrollContainer label="Facturas" className="">
      <p>Enero</p>
    </ScrollContainer>,
  )
  vi.unstubAllGlobals()
  expect(container.querySelector('[tabindex="0"]') !== null).toBe(example.isReached)
  expect(screen.queryByRole('group', { name: 'Facturas' }) !== null).toBe(example.isReached)
})

class SizedOnce {
  private readonly tell: () => void

  constructor(tell: () => void) {
    this.tell = tell
  }

  observe() {
    this.tell()
  }
  disconnect() {}
}
