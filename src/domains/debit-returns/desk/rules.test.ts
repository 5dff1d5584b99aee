import { expect, test } from 'vitest'
import { causeOf, causeOfCode, returnCauses } from '../return-reasons.ts'
import { codesToFind } from './rules.ts'

test.each([...Object.keys(causeOfCode), 'XT99'])('a return with %s is found under its cause and no other', (code) => {
  const found = returnCauses.filter((cause) => {
    const { isIn, codes } = codesToFind(cause, returnCauses)
    return codes.includes(code) === isIn
  })
  expect(found).toEqual([causeOf(code)])
})
