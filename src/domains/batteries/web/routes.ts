import { page } from '#kit/web/page.ts'

const batteryPage = page({
  path: '/batteries/$batteryId',
  paths: { ca: '/bateries/$batteryId', es: '/baterias/$batteryId' },
  // Only Llum itself has the ledger, not an upstream server.
  requiredSettings: ['!upstream'],
  protection: 'private',
  frame: 'app',
  texts: ['batteries'],
  title: 'batteries.titleOfOne',
  screen: 'batteries/battery-screen',
})

export const batteryPages = [batteryPage]
