import { expect, test } from 'vitest'
import { deskOf } from './desk-of.ts'

test.each<[file: string, desk: string | undefined]>([
  ['domains/leads/desk/web/leads-screen.tsx', 'leads'],
  ['domains/leads/desk/texts/es.json', 'leads'],
  ['domains/leads/desk/api.ts', 'leads'],
  ['domains/support/desk/case-types/texts/es.json', 'case-types'],
  ['domains/support/desk/cases/texts', 'cases'],
  ['backoffice/audit/api.ts', 'audit'],
  ['domains/leads/web/lead-screen.tsx', undefined],
  ['kit/backoffice/web/list-table.tsx', undefined],
])('%s belongs to the desk %s', (file, desk) => {
  expect(deskOf(file)).toBe(desk)
})
