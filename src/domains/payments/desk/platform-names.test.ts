import { expect, test } from 'vitest'
import { brandOf, isBranded, platformNames } from '#outside/payments/platforms.ts'
import texts from './texts/es.json'

test.each(platformNames)('operators read of %s by a name', (platform) => {
  const name = isBranded(platform) ? brandOf(platform) : texts.platforms[platform]
  expect(name).toBeTruthy()
  expect(isBranded(platform) && platform in texts.platforms).toBe(false)
})
