import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CurrentValues, currentValuesIn, useEditVersion } from '#kit/web/form/use-edit-version.ts'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { refusedFieldsOf } from '../../refused-fields.ts'
import { useErrorText } from './use-error-text.ts'

/** The edited item as it was loaded. */
type VersionedItem<Version> = { version?: Version | undefined }

/** The values as loaded and the current ones. */
export type EditConflict = { seen: object; current: CurrentValues }

type ActionOptions<Input, Answer, Version extends string | number> = {
  desk: `desk-${string}`
  /** The edited item. On a conflict its current values are shown next to it. */
  seen?: VersionedItem<Version> | null
  /** Performs the action against a version: that of the loaded item, or after a conflict that of the current one. */
  action: (input: Input, version: Version) => Promise<Answer>
  /** The query key to invalidate, also after a refusal, because another operator may have changed the data. */
  invalidatedKey: readonly unknown[]
  /** Returns the message shown on success. */
  successMessage: (input: Input, answer: Answer) => string
  onDone?: (answer: Answer) => void
}

/** Runs an operator's action and returns its state, its error message and its field errors. */
export function useAction<Input, Answer, Version extends string | number = number>({
  desk,
  seen,
  action,
  invalidatedKey,
  successMessage,
  onDone,
}: ActionOptions<Input, Answer, Version>) {
  const failureText = useErrorText(desk)
  const fieldErrorsOf = useFieldErrors(desk)
  const queryClient = useQueryClient()
  const toast = useToast()
  const { version, current, noteConflict, markSaved } = useEditVersion(seen?.version)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (input: Input) => action(input, version as Version),
    onSuccess: (answer, input) => {
      markSaved()
      toast(successMessage(input, answer))
      onDone?.(answer)
    },
    onError: (thrown) => void noteConflict(thrown),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invalidatedKey }),
  })
  const fields = refusedFieldsOf(error)
  const conflict: EditConflict | undefined = seen && current ? { seen, current } : undefined
  return {
    run: mutate,
    isBusy: isPending,
    failure: error && !fields && !(seen && currentValuesIn(error)) ? failureText(error) : undefined,
    changed: conflict,
    /** Dismisses the conflict and leaves the current values unchanged. */
    dismissConflict: markSaved,
    errorOf: (field: string) => fieldErrorsOf(fields)[field]?.join(' '),
  }
}
