import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { mediaTypeOf } from '#domains/contracts/server/media-type.ts'
import type { MailTexts } from '#domains/messages/server/render-message.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import { listCommunications } from '../api.ts'
import { downloadMessageFile } from '../downloads.ts'
import { findCommunications, findContractKey, findMessageFile } from './communications.ts'

type CommunicationRouteDeps = { serve: Serve; db: Kysely<DB>; files: Files; textsOf: MailTexts }

export function communicationRoutes({ serve, db, files, textsOf }: CommunicationRouteDeps) {
  serve(listCommunications, {
    find: ({ actor: { customerIds }, params }) => findContractKey(db, { customerIds, name: params.contractName }),
    act: ({ subject, actor: { locale }, query }) => findCommunications(db, subject, { textsOf, locale, ...query }),
  })

  serve(downloadMessageFile, {
    find: async ({ actor: { customerIds }, params: { contractName, ...fileParams } }) => {
      const contract = await findContractKey(db, { customerIds, name: contractName })
      return contract && findMessageFile(db, { contract, ...fileParams })
    },
    act: async ({ subject: { fileKey, fileName } }) => {
      const content = await files.get(fileKey)
      if (!content) throw new Error(`The file of a message is missing: ${fileKey}`)
      return { content, fileName, mediaType: mediaTypeOf(fileName) }
    },
  })
}
