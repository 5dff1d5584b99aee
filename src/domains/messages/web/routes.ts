import type { Energy } from '#domains/contracts/rules.ts'
import { contractLists } from '#domains/contracts/web/routes.ts'
import { page } from '#kit/web/page.ts'

const preferencesPage = page({
  path: '/profile/messages',
  paths: { ca: '/perfil/missatges', es: '/perfil/mensajes' },
  // Only the server that sent a message knows what was sent and to whom.
  requiredSettings: ['!upstream'],
  protection: 'private',
  frame: 'app',
  texts: ['messages'],
  title: 'messages.preferencesTitle',
  screen: 'messages/preferences-screen',
})

function communicationsPage(energy: Energy) {
  const { path, paths } = contractLists[energy]
  return page({
    path: `${path}/$contractName/communications`,
    paths: { ca: `${paths.ca}/$contractName/comunicacions`, es: `${paths.es}/$contractName/comunicaciones` },
    requiredSettings: ['!upstream'],
    protection: 'private',
    frame: 'app',
    texts: ['messages'],
    title: 'messages.communicationsTitle',
    fallbackPath: path,
    screen: 'messages/communications-screen',
  })
}

export const messagePages = [preferencesPage, communicationsPage('electricity'), communicationsPage('gas')]
