import { expect, test } from 'vitest'
import { computeBrandContrasts, deriveDocumentBrand } from './brand.ts'

const logo = null

test.each([
  ['#0b5a43', '#0b5a43', '#ffffff', 'a dark brand stays as it is'],
  ['#ffd400', '#ffd400', '#000000', 'yellow takes black text'],
  ['#ffffff', '#e4e4e4', '#000000', 'white would not be seen on paper'],
  ['#000000', '#2e2e2e', '#ffffff', 'black would leave no room for darker shapes'],
])('%s gives card %s with text in %s: %s', (color, card, onCard) => {
  expect(deriveDocumentBrand({ name: 'Demo', color, logo })).toMatchObject({ card, onCard })
})

test('every brand colour gives readable text and visible bars on paper', () => {
  for (const color of colors()) {
    const { card, onCard, cardShape, brandEdge, brandMiddle, brandText, brandTint } = deriveDocumentBrand({
      name: 'Demo',
      color,
      logo,
    })
    expect(contrast(onCard, card), `text on the card of ${color}`).toBeGreaterThan(4.5)
    expect(contrast(cardShape, card), `shapes on the card of ${color}`).toBeGreaterThan(1.1)
    expect(contrast(brandEdge, '#ffffff'), `bars of ${color}`).toBeGreaterThan(3)
    // The light and the dark card of a mail.
    for (const ground of ['#ffffff', '#161b1a'])
      expect(contrast(brandMiddle, ground), `bars of ${color} on ${ground}`).toBeGreaterThan(3)
    expect(contrast(brandText, '#ffffff'), `text in ${color}`).toBeGreaterThan(4.5)
    expect(contrast('#151e1b', brandTint), `text on the tint of ${color}`).toBeGreaterThan(12)
  }
})

test('every brand colour gives readable portal texts in light and dark mode', () => {
  for (const color of colors())
    for (const [pair, { light, dark }] of Object.entries(computeBrandContrasts(color)))
      expect(Math.min(light, dark), `${pair} of ${color}`).toBeGreaterThan(4.5)
})

/** Returns colours in steps of one sixth along red, green and blue. */
function colors(): string[] {
  const steps = ['00', '2a', '55', '80', 'aa', 'd4', 'ff']
  return steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)))
}

/** WCAG 2.2, contrast ratio. */
function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (lighter! + 0.05) / (darker! + 0.05)
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
