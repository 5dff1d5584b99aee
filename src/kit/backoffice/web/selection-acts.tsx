import type { ReactNode } from 'react'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import type { ListPage } from './list-page.ts'
import { SelectionBar, type useRowSelection } from './row-selection.tsx'
import { useAction } from './use-action.ts'
import { useListTexts } from './use-list-texts.ts'

type SelectionActsProps<Act extends string, Id extends string | number> = {
  /** The desk, whose texts name its `acts`, say `acts.done` of each, and how many rows are `selected`. */
  desk: ListPage['texts'] & `desk-${string}`
  acts: readonly Act[]
  /** The rows of the shown page. */
  ids: readonly Id[]
  selection: ReturnType<typeof useRowSelection<Id>>
  /** Why the operator may not act. */
  disabledReason: string | undefined
  invalidatedKey: readonly unknown[]
  /** Does it to all of them, and returns how many have changed. */
  perform: (act: Act, ids: Id[]) => Promise<{ changed: number }>
  /** What one of the acts needs to know, before the buttons. */
  children?: ReactNode
}

/** What an operator does with all selected rows of a list: a button for each act. */
export function SelectionActs<Act extends string, Id extends string | number>(props: SelectionActsProps<Act, Id>) {
  const { desk, acts, ids, selection, disabledReason, invalidatedKey, perform, children } = props
  const selected = selection.selectedIn(ids)
  const { t } = useListTexts({ texts: desk })
  const { run, isBusy, failure } = useAction({
    ...{ desk, invalidatedKey, onDone: selection.clear },
    successMessage: (act: Act, { changed }: { changed: number }) => t(`acts.done.${act}`, { count: changed }),
    action: (act: Act) => perform(act, selected),
  })
  return (
    <>
      <ErrorBanner>{failure}</ErrorBanner>
      <SelectionBar {...{ ids, selection }} label={t('selected', { count: selected.length })}>
        {children}
        {acts.map((act) => (
          <Button
            key={act}
            variant="second"
            isSmall
            isBusy={isBusy}
            disabledReason={disabledReason}
            onClick={() => run(act)}
          >
            {t(`acts.${act}`)}
          </Button>
        ))}
      </SelectionBar>
    </>
  )
}
