import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refusedFields } from '#kit/refused-fields.ts'
import { useToast } from '#kit/web/toast.tsx'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { type Current, currentIn, useSeenVersion } from '#kit/web/use-seen-version.ts'
import { useSentence } from './use-sentence.ts'

/** What is edited, as it was read. */
type SeenItem<Version> = { version?: Version | undefined }

/** What was seen, and what stands in its place. */
export type Changed = { seen: object; current: Current }

type Act<Given, Answer, Version extends string | number> = {
  desk: `desk-${string}`
  /** What is edited; where another operator was faster, it is told what stands now. */
  seen?: SeenItem<Version> | null
  /** Sends it in sight of a version: that which was read first, or after a refusal that of what stands now. */
  act: (given: Given, version: Version) => Promise<Answer>
  /** What is not as it was, also after a refusal: somebody else may have changed it. */
  stale: readonly unknown[]
  /** What is said when it is done. */
  done: (given: Given, answer: Answer) => string
  onDone?: (answer: Answer) => void
}

/** Something that an operator does, with what is to be said of it, as a whole and beside its fields. */
export function useAct<Given, Answer, Version extends string | number = number>({
  desk,
  seen,
  act,
  stale,
  done,
  onDone,
}: Act<Given, Answer, Version>) {
  const sentenceOf = useSentence(desk)
  const fieldErrorsOf = useFieldErrors(desk)
  const queryClient = useQueryClient()
  const toast = useToast()
  const { version, current, note, saved } = useSeenVersion(seen?.version)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (given: Given) => act(given, version as Version),
    onSuccess: (answer, given) => {
      saved()
      toast(done(given, answer))
      onDone?.(answer)
    },
    onError: (thrown) => void note(thrown),
    onSettled: () => queryClient.invalidateQueries({ queryKey: stale }),
  })
  const fields = refusedFields(error)
  const changed: Changed | undefined = seen && current ? { seen, current } : undefined
  return {
    go: mutate,
    isBusy: isPending,
    failure: error && !fields && !(seen && currentIn(error)) ? sentenceOf(error) : undefined,
    changed,
    /** Leaves what stands now as it is. */
    leave: saved,
    errorOf: (field: string) => fieldErrorsOf(fields)[field]?.join(' '),
  }
}
