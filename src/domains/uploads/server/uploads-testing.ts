import type { LightMyRequestResponse } from 'fastify'
import type { TestPortal, TestVisitor } from '#app/server/testing/test-portal.ts'

/** A JPEG header with enough padding to be inspected. */
export const aPhoto = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 7)])
export const aPdf = Buffer.from(`%PDF-1.7\n${'x'.repeat(200)}`)

/** Uploads a file as a browser form does. */
export function uploadFileAs(
  portal: TestPortal,
  visitor: TestVisitor,
  {
    content = aPhoto,
    name = 'contador.jpg',
    path = '/api/v2/uploads/',
  }: { content?: Buffer; name?: string; path?: `/api/${string}` } = {},
): Promise<LightMyRequestResponse> {
  const boundary = 'a-line-between-parts'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`
  return portal.app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(visitor.token ? { authorization: `Bearer ${visitor.token}` } : {}),
    },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}
