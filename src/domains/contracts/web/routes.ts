import { consumptionSearchNames } from '#domains/consumption/web/search-names.ts'
import { page } from '#kit/web/page.ts'
import type { Energy } from '#vocabulary/energies.ts'

type Paths = { path: `/${string}`; paths: { ca: `/${string}`; es: `/${string}` } }

/** The paths of the contracts of a kind; pages of a single contract are below them. */
export const contractLists: Record<Energy, Paths> = {
  electricity: {
    path: '/contracts/electricity',
    paths: { ca: '/contractes/electricitat', es: '/contratos/electricidad' },
  },
  gas: { path: '/contracts/gas', paths: { ca: '/contractes/gas', es: '/contratos/gas' } },
}

function listPage(energy: Energy) {
  return page({
    ...contractLists[energy],
    protection: 'private',
    frame: 'app',
    texts: ['contracts'],
    title: 'contracts.title',
    search: ['filter', 'offset', 'limit', 'action'],
    screen: 'contracts/contracts-screen',
  })
}

function contractPage(energy: Energy) {
  const { path, paths } = contractLists[energy]
  return page({
    path: `${path}/$contractName`,
    paths: { ca: `${paths.ca}/$contractName`, es: `${paths.es}/$contractName` },
    protection: 'private',
    frame: 'app',
    texts: [
      'contracts',
      'changes',
      'correspondence',
      'debit-returns',
      'duties',
      'uploads',
      'consumption',
      'batteries',
      'bill-forecasts',
      'signatures',
    ],
    title: 'contracts.titleOfOne',
    search: ['action', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', ...consumptionSearchNames],
    fallbackPath: path,
    screen: 'contracts/contract-screen',
  })
}

export const contractPages = [
  listPage('electricity'),
  listPage('gas'),
  contractPage('electricity'),
  contractPage('gas'),
]
