import { expect, test } from 'vitest'
import { type AccountChoice, type AccountProblems, accountProblems } from './account-rules.ts'

const present = 'ES9430353760575941403157'
const other = 'ES3620805295124842414659'
const around = {
  knownIds: [1, 2],
  presentId: 1,
  presentIban: present,
  needsFiles: false,
  fileCount: 0,
}
const anew = (iban: string, isOwner = true): AccountChoice => ({ kind: 'new', iban, isOwner })

test.each<[AccountChoice, AccountProblems, string]>([
  [{ kind: 'known', bankId: 2 }, {}, 'another account of theirs'],
  [{ kind: 'known', bankId: null }, { bank: 'bank_required' }, 'none is chosen'],
  [{ kind: 'known', bankId: 3 }, { bank: 'bank_required' }, 'it is nobody’s they know'],
  [{ kind: 'known', bankId: 1 }, { bank: 'iban_same' }, 'it pays already'],
  [anew(other), {}, 'a valid one'],
  [anew('es36 2080 5295 1248 4241 4659'), {}, 'in small letters and groups'],
  [anew('DE89370400440532013000'), {}, 'of another country'],
  [anew(''), { iban: 'iban_required' }, 'nothing'],
  [anew('ES3620805295124842414658'), { iban: 'iban_not_valid' }, 'a wrong digit'],
  [anew(present), { iban: 'iban_same' }, 'it pays already'],
  [anew(other, false), { owner: 'owner_required' }, 'whose it is was not said'],
  [anew('', false), { iban: 'iban_required', owner: 'owner_required' }, 'all is missing'],
])('validates %j as %j: %s', (choice, problems) => {
  expect(accountProblems(choice, around)).toEqual(problems)
})

test('requires a supporting document where the retailer asks for one', () => {
  const contextRequiringFiles = { ...around, needsFiles: true }
  expect(accountProblems(anew(other), contextRequiringFiles)).toEqual({ files: 'files_required' })
  expect(accountProblems({ kind: 'known', bankId: 2 }, { ...contextRequiringFiles, fileCount: 1 })).toEqual({})
})

test('leaves a new account to the server where the number of the present one is unknown', () => {
  expect(accountProblems(anew(present), { ...around, presentIban: null })).toEqual({})
})
