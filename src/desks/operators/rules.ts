/** How long somebody has to open the link by which they become an operator. */
export const linkHours = 72
export const longestName = 120
/** As addresses of mail are at most (RFC 5321). */
export const longestEmail = 254
export const longestOperatorLogin = 60
export const operatorLogin = /^[a-z0-9][a-z0-9._-]*$/
