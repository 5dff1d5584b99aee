import { decimalMarkOf } from '#vocabulary/number-input.ts'
import { type AlertChoice, type FigureKind, figureLimits, parseFigure, suggestedFigures } from '../rules.ts'

/** The alerts of a contract while they are edited: the figures as typed. */
export type AlertDraft = Record<FigureKind, { isOn: boolean; figure: string }> & { over_power: boolean }

const figureKinds = Object.keys(figureLimits) as FigureKind[]

/** Returns the draft of a choice, with a suggested figure where an alert is off. */
export function draftOf(choice: AlertChoice, locale: string): AlertDraft {
  const suggested: Partial<Record<FigureKind, number>> = suggestedFigures
  const drafts = figureKinds.map((kind) => {
    const figure = choice[kind] ?? suggested[kind]
    return [
      kind,
      {
        isOn: choice[kind] !== null,
        figure: figure === undefined ? '' : String(figure).replace('.', decimalMarkOf(locale)),
      },
    ]
  })
  return { ...Object.fromEntries(drafts), over_power: choice.over_power } as AlertDraft
}

/** Returns what a draft chooses, or null with the kinds whose figure is none. */
export function choiceIn(draft: AlertDraft, locale: string): { choice: AlertChoice | null; invalid: FigureKind[] } {
  const figures = new Map(figureKinds.map((kind) => [kind, parseFigure(kind, draft[kind].figure, locale)]))
  const invalid = figureKinds.filter((kind) => draft[kind].isOn && figures.get(kind) === null)
  if (invalid.length > 0) return { choice: null, invalid }
  const figureOf = (kind: FigureKind) => (draft[kind].isOn ? figures.get(kind)! : null)
  const { over_power } = draft
  const choice = { budget: figureOf('budget'), standby: figureOf('standby'), nothing_used: figureOf('nothing_used') }
  return { choice: { ...choice, over_power }, invalid: [] }
}
