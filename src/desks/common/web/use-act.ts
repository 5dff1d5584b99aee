import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isRefused } from '#kit/refusal.ts'
import { useToast } from '#kit/web/toast.tsx'
import { useSentence } from './use-sentence.ts'

type Act<Given, Answer> = {
  desk: `desk-${string}`
  act: (given: Given) => Promise<Answer>
  /** What is not as it was, also after a refusal: somebody else may have changed it. */
  stale: readonly unknown[]
  /** What is said when it is done. */
  done: (given: Given) => string
  onDone?: (answer: Answer) => void
}

/** Something that an operator does, with what is to be said of it, as a whole and beside its fields. */
export function useAct<Given, Answer>({ desk, act, stale, done, onDone }: Act<Given, Answer>) {
  const sentenceOf = useSentence(desk)
  const queryClient = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: act,
    onSuccess: (answer, given) => {
      toast(done(given))
      onDone?.(answer)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: stale }),
  })
  const fields = isRefused(error) ? error.fields : undefined
  return {
    go: mutate,
    isBusy: isPending,
    failure: error && !fields ? sentenceOf(error) : undefined,
    errorOf: (field: string) => fields?.[field]?.join(' '),
  }
}
