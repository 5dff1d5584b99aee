import type { FastifyInstance } from 'fastify'
import { signedChange } from '#domains/changes/server/settle.ts'
import { signedContract } from '#domains/contracting/server/signed-contract.ts'
import { sealWithOwnCertificate } from '#domains/invoices/server/seal.ts'
import { notedCodes } from '#domains/messages/server/noted-sms.ts'
import type { EmailCodes } from '#domains/profile/server/own-details.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import type { SignaturePaper } from '#domains/signatures/server/evidence-document.ts'
import { startSignatureJobs } from '#domains/signatures/server/jobs.ts'
import { signatureRoutes } from '#domains/signatures/server/routes.ts'
import type { SignatureSubjects } from '#domains/signatures/server/subjects.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import type { Serve } from '#kit/server/serve.ts'
import { ownSignatures } from '#outside/signature/own-signatures.ts'
import type { SignatureProvider } from '#outside/signature/signature.ts'
import type { Context } from './context.ts'
import { smsOf } from './text-messages.ts'
import { translator } from './texts.ts'

/** What is signed here, and what becomes of it. */
export const signatureSubjects: SignatureSubjects = {
  change_request: signedChange,
  contract: signedContract,
}

/** Mounts what customers ask for when they sign. Another provider is put in here. */
export function mountSignatures({ serve, context, actors }: { serve: Serve; context: Context; actors: Actors }) {
  const { config, db, files, settings, clock } = context
  const retailerName = () => settings.now().organization.name
  signatureRoutes({
    serve,
    actors,
    db,
    files,
    clock,
    subjects: signatureSubjects,
    provider: ownProvider(context),
    sms: notedCodes(smsOf(config), db),
    smsText: (locale, values) => translator(locale, 'signatures.sms')('code', values),
    paperIn: (locale) => ({
      locale,
      brand: brandOnPaper({ name: retailerName(), color: settings.now().brand.color, logo: null }),
      say: translator(locale, 'signatures.document') as SignaturePaper['say'],
    }),
  })
}

/** The codes that prove whose a new address of mail is: of the same kind as those that sign. */
export function emailCodes(context: Context): EmailCodes {
  return ownProvider(context)
}

function ownProvider({ db, keys, settings, clock }: Context): SignatureProvider {
  const codeKeys = keys.ring('signature-codes')
  const retailerName = () => settings.now().organization.name
  return ownSignatures({
    name: retailerName,
    keys: { current: () => codeKeys.current().value, all: () => codeKeys.all().map(({ value }) => value) },
    seal: sealWithOwnCertificate({ db, retailerName, clock }),
  })
}

/** Begins what goes on with signatures besides requests. */
export function signatureJobs({ db, clock }: Context, app: FastifyInstance) {
  return startSignatureJobs({ db, clock, subjects: signatureSubjects, log: app.log })
}
