import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSend } from '#kit/web/portal.ts'
import { parseIban } from '#vocabulary/iban.ts'
import type { AccountChoice } from '../account-rules.ts'
import type { ChangeableContract } from './changeable-contract.ts'
import { accountsQuery } from './queries.ts'

/** Holds which account is chosen for a contract: a known one, or a new one. */
export function useAccountChoice(contract: ChangeableContract) {
  const { data: accounts = [], isPending, isError } = useQuery(accountsQuery(useSend()))
  const otherAccounts = accounts.filter(({ id }) => id !== contract.account?.id)
  const [kind, setKind] = useState<AccountChoice['kind']>()
  const [bankId, setBankId] = useState<number | null>(null)
  const [iban, setIban] = useState('')
  const [isOwner, setOwner] = useState(false)
  // Without other accounts, a new one is requested.
  const chosen = kind ?? (!isPending && otherAccounts.length === 0 ? 'new' : 'known')
  // A single account needs no choice.
  const knownId = bankId ?? (otherAccounts.length === 1 ? otherAccounts[0]!.id : null)
  const choice: AccountChoice = chosen === 'known' ? { kind: 'known', bankId: knownId } : { kind: 'new', iban, isOwner }
  return {
    ...{ otherAccounts, isPending, isError, kind: chosen, choice, iban, isOwner },
    ...{ setKind, setBankId, setIban, setOwner },
  }
}

/** The choice of an account, and how to change it. */
export type AccountChoiceForm = ReturnType<typeof useAccountChoice>

/** Returns the body of the request for another account. */
export function accountChangeBody(choice: AccountChoice) {
  return choice.kind === 'known'
    ? { already_registered: 'yes' as const, bank_id: choice.bankId }
    : { already_registered: 'no' as const, iban: parseIban(choice.iban), owner_is_bank_owner: choice.isOwner }
}
