import { expect, test } from 'vitest'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import { CheckUnavailableError } from './applicant-checks.ts'
import { createSandboxChecks, sandboxTaxIds } from './sandbox-checks.ts'

const of = (taxId: string) => ({ taxId, name: 'Anna', surname1: 'Serra', surname2: null })
const checks = createSandboxChecks()

test('accepts the tax ids of the sandbox in the form', () => {
  for (const taxId of Object.values(sandboxTaxIds)) expect(parseTaxId(taxId)?.taxId).toBe(taxId)
})

test.each([
  ['12345678Z', true, true],
  [sandboxTaxIds.badScore, false, true],
  [sandboxTaxIds.anotherName, true, false],
])('%s: solvent %s, the same person %s', async (taxId, isSolvent, isSamePerson) => {
  expect(await checks.isSolvent(of(taxId))).toBe(isSolvent)
  expect(await checks.isSamePerson(of(taxId), [])).toBe(isSamePerson)
})

test('distinguishes an unavailable bureau from a negative answer', async () => {
  await expect(checks.isSolvent(of(sandboxTaxIds.unavailable))).rejects.toThrow(CheckUnavailableError)
  await expect(checks.isSamePerson(of(sandboxTaxIds.unavailable), [])).rejects.toThrow(CheckUnavailableError)
})
