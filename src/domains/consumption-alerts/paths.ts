/** The page where alerts are turned on and off, also by the link in a mail, in key form. */
export const alertsPath = '/alerts'

/** The page of alerts, of one contract if its id is given. */
export const alertsAddress = (contractId?: number): `/${string}` =>
  contractId === undefined ? alertsPath : `${alertsPath}?contract=${contractId}`
