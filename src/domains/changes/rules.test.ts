import { expect, test } from 'vitest'
import { type Changeable, obstacleTo, retailerMovesFrom, type SignedChange } from './rules.ts'

const settled: Changeable = { isActive: true, isAtrAvailable: true, sipsCession: 'unactive', open: [] }

test.each<[SignedChange, Partial<Changeable>, ReturnType<typeof obstacleTo>, string]>([
  ['power', {}, null, 'nothing stands in the way'],
  ['power', { isActive: false }, 'contract_not_active', 'the contract has ended, or has not begun'],
  ['iban', { isActive: false }, 'contract_not_active', 'nor is an account changed then'],
  ['power', { isAtrAvailable: false }, 'atr_not_available', 'the distributor cannot take it'],
  ['no_cession_sips', { isAtrAvailable: false }, 'atr_not_available', 'nor this'],
  ['iban', { isAtrAvailable: false }, null, 'an account is no affair of the distributor'],
  ['power', { isActive: false, isAtrAvailable: false }, 'contract_not_active', 'the state of the contract comes first'],
  ['power', { open: ['power'] }, 'power_change_open', 'one is under way'],
  ['iban', { open: ['iban'] }, 'iban_change_open', 'one is under way'],
  ['power', { open: ['iban'] }, null, 'one of another kind is under way'],
  [
    'no_cession_sips',
    { sipsCession: 'requested', open: ['no_cession_sips'] },
    'no_cession_sips_open',
    'it is asked for',
  ],
  ['no_cession_sips', { sipsCession: 'requested' }, 'no_cession_sips_open', 'it was asked for elsewhere'],
  ['no_cession_sips', { sipsCession: 'active' }, 'sips_already_active', 'it is in force'],
])('checks %s of %j: %s, because %s', (change, contract, obstacle) => {
  expect(obstacleTo(change, { ...settled, ...contract })).toBe(obstacle)
})

test.each([
  ['requested', ['accept', 'refuse']],
  ['waiting_for_signature', []],
  ['sent', ['done', 'refuse']],
  ['done', []],
  ['refused', []],
])('allows the retailer for a change in state %s the moves %j', (state, moves) => {
  expect(retailerMovesFrom(state)).toEqual(moves)
})
