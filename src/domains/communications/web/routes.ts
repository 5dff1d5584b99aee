import { contractLists } from '#domains/contracts/web/routes.ts'
import { page } from '#kit/web/page.ts'
import type { Energy } from '#vocabulary/energies.ts'

function communicationsPage(energy: Energy) {
  const { path, paths } = contractLists[energy]
  return page({
    path: `${path}/$contractName/communications`,
    paths: { ca: `${paths.ca}/$contractName/comunicacions`, es: `${paths.es}/$contractName/comunicaciones` },
    // Only the server that sent a message knows what was sent and to whom.
    requiredSettings: ['!upstream'],
    protection: 'private',
    frame: 'app',
    texts: ['communications'],
    title: 'communications.title',
    fallbackPath: path,
    screen: 'communications/communications-screen',
  })
}

export const communicationPages = [communicationsPage('electricity'), communicationsPage('gas')]
