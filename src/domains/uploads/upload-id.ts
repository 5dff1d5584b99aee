/** Checks whether a text has the form of the id of an upload, before it is looked up. */
export function isUploadId(text: string): boolean {
  return /^[\da-f-]{36}$/.test(text)
}
