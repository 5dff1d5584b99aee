import { page } from '#kit/web/page.ts'

const signaturePage = page({
  path: '/signature/$signatureId',
  paths: { ca: '/signatura/$signatureId', es: '/firma/$signatureId' },
  isLanguageNeutral: true,
  protection: 'private',
  frame: 'app',
  texts: ['signatures'],
  title: 'signatures.title',
  search: ['step'],
  screen: 'changes/signature-screen',
})

export const signaturePages = [signaturePage]
