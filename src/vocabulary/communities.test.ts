import { expect, test } from 'vitest'
import { communities, communityOfProvince } from './communities.ts'
import { provinceOf } from './provinces.ts'

test('every province belongs to one community', () => {
  const provinces = communities.flatMap((community) => community.provinces)
  expect(provinces.sort()).toEqual(
    Array.from({ length: 52 }, (_, index) => String(index + 1).padStart(2, '0')).filter((code) => provinceOf(code)),
  )
})

test.each([
  ['08', 'ES-CT'],
  ['20', 'ES-PV'],
  ['52', 'ES-ML'],
  ['99', undefined],
])('province %s is in %s', (province, code) => expect(communityOfProvince(province)?.code).toBe(code))
