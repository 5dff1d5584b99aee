/** Checks whether a text has the format of a UUID, such as an id from an address, so that the database can compare it. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
