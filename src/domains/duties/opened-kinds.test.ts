import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type DutyKind, dutyKinds, followingKinds, recordedKinds, ruleOf } from './kinds.ts'
import { contractKinds } from './shown-duty.ts'

const source = new URL('../../', import.meta.url)

/** The parts of the program that open duties, and what they say. */
function filesThatOpenDuties(): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.startsWith('domains/') && path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => !path.startsWith('domains/duties/'))
    .map((path) => readFileSync(new URL(path, source), 'utf8'))
    .filter((text) => /\bDutyKind\b|\bopenDut(y|ies)\b|\bopenDebtDuty\b|\bNewDuty\b/.test(text))
}

test('the event of every kind is one that a domain opens or that operators record', () => {
  const texts = filesThatOpenDuties()
  const following = Object.values(followingKinds)
  const isOpened = (kind: DutyKind) => texts.some((text) => text.includes(`'${kind}'`)) || following.includes(kind)
  const kinds = Object.keys(dutyKinds) as DutyKind[]
  expect(kinds.filter((kind) => !isOpened(kind) && !recordedKinds.includes(kind))).toEqual([])
})

test('what an operator records and customers see is on the page of the contract', () => {
  const shown = recordedKinds.filter((kind) => ruleOf(kind).isShownToCustomer)
  expect(shown.filter((kind) => !(contractKinds as readonly DutyKind[]).includes(kind))).toEqual([])
  expect(shown.length).toBeGreaterThan(0)
})
