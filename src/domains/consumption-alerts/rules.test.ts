import { expect, test } from 'vitest'
import { type FigureKind, parseFigure } from './rules.ts'

test.each<[kind: FigureKind, text: string, locale: string, figure: number | null]>([
  ['budget', '70', 'es', 70],
  ['budget', '70,50', 'es', 70.5],
  ['budget', '70.50', 'en', 70.5],
  ['budget', '1', 'es', 1],
  ['budget', '0,99', 'es', null],
  ['budget', '100000', 'es', 100_000],
  ['budget', '100000,01', 'es', null],
  ['budget', '-70', 'es', null],
  ['budget', 'mucho', 'es', null],
  ['budget', '', 'es', null],
  ['standby', '100', 'es', 100],
  ['standby', '10', 'es', 10],
  ['standby', '9', 'es', null],
  ['standby', '100,5', 'es', null],
  ['nothing_used', '1', 'es', 1],
  ['nothing_used', '0', 'es', null],
  ['nothing_used', '30', 'es', 30],
  ['nothing_used', '31', 'es', null],
])('the figure of %s as typed: %s (%s)', (kind, text, locale, figure) => {
  expect(parseFigure(kind, text, locale)).toBe(figure)
})
