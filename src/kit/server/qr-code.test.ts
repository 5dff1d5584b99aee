import { expect, test } from 'vitest'
import { renderQrCode } from './qr-code.ts'

test('draws a code in runs of dark modules, with the margin that scanners need', () => {
  const { size, path } = renderQrCode('otpauth://totp/a')
  expect(size).toBe(25 + 2 * 4)
  // The upper edge of the finder pattern in the upper left corner: seven modules, four from the border.
  expect(path.startsWith('M4 4h7v1h-7z')).toBe(true)
  expect(path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/)
})
