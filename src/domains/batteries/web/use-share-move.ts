import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSend } from '#kit/web/portal.ts'
import { findOtherShares } from './other-shares.ts'
import { parsePercentage } from './percentage-field.tsx'
import { batteriesQuery, distributionQuery } from './queries.ts'
import type { MoveDialogProps } from './share-dialog.tsx'

const steps = ['wallet', 'percentage', 'confirm'] as const
type MoveStepName = (typeof steps)[number]

/** Holds the choices for moving a share: the step, the target battery and the percentage. */
export function useShareMove({ share, contract, sharedIds }: Omit<MoveDialogProps, 'onClose'>) {
  const send = useSend()
  const [step, setStep] = useState<MoveStepName>('wallet')
  const [toId, setToId] = useState<number | null>(null)
  const [enteredText, setEnteredText] = useState<string | null>(null)

  const wallets = useQuery(batteriesQuery(send))
  const distribution = useQuery({ ...distributionQuery(send, toId ?? 0), enabled: toId !== null })
  const choices = wallets.data?.filter(({ id }) => !sharedIds.includes(id)) ?? []
  const to = choices.find(({ id }) => id === toId)
  const others = distribution.data && findOtherShares(distribution.data, contract, 0)
  const text = enteredText ?? String(Math.min(share.percentage || 100, others?.free ?? 0))
  const percentage = parsePercentage(text)
  const isFitting = others !== undefined && percentage !== null && percentage <= others.free
  const failedQuery = wallets.isError ? wallets : step !== 'wallet' && distribution.isError ? distribution : null

  return {
    ...{ step, toId, to, choices, others, text, setText: setEnteredText, percentage, isFitting, failedQuery },
    isLoading: wallets.isPending,
    number: steps.indexOf(step) + 1,
    count: steps.length,
    goBack: () => setStep(steps[steps.indexOf(step) - 1] ?? step),
    goOn: () => setStep(steps[steps.indexOf(step) + 1] ?? step),
    // A draft for one battery is meaningless for another.
    chooseOther(id: number) {
      setToId(id)
      setEnteredText(null)
    },
  }
}

/** The choices for moving a share. */
export type ShareMove = ReturnType<typeof useShareMove>
