import { page } from '#kit/web/page.ts'

const both = {
  protection: 'unprotected',
  frame: 'app',
  texts: ['comparators', 'leads', 'uploads'],
  search: ['cups'],
} as const

export const comparatorPages = [
  page({
    ...both,
    path: '/comparator',
    paths: { ca: '/comparador', es: '/comparador' },
    requiredSettings: ['comparator.enabled'],
    title: 'comparators.electricity.title',
    screen: 'comparators/comparator-screen',
  }),
  page({
    ...both,
    path: '/gas-comparator',
    paths: { ca: '/comparador-gas', es: '/comparador-gas' },
    requiredSettings: ['comparator.enabled', 'features.displayTypes.gas'],
    title: 'comparators.gas.title',
    screen: 'comparators/gas-comparator-screen',
  }),
]
