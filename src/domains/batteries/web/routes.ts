import { page } from '#kit/web/page.ts'

const walletPage = page({
  path: '/batteries/$batteryId',
  paths: { ca: '/bateries/$batteryId', es: '/baterias/$batteryId' },
  // The ledger is ours alone.
  needs: ['!upstream'],
  protection: 'private',
  frame: 'office',
  texts: ['batteries'],
  title: 'batteries.titleOfOne',
  screen: 'batteries/wallet-screen',
})

export const batteryPages = [walletPage]
