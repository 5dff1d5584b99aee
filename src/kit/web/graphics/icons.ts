/**
 * The icons of the portal: one path each, drawn on a 20 × 20 grid with a round stroke of 1.6. `Icon` draws them. They
 * are strings, so that a page contains only the ones that it shows.
 */
export type IconShape = string

const ring = 'M2.75 10a7.25 7.25 0 1 0 14.5 0 7.25 7.25 0 1 0-14.5 0z'

export const arrowsSwap: IconShape = 'M4 7h11l-3-3M16 13H5l3 3'
export const bell: IconShape = 'M5 14V9a5 5 0 0 1 10 0v5l1 .75H4zM8.5 17h3'
export const bubble: IconShape = 'M3 4.25h14v9.5H9.5L6 16.75v-3H3z'
export const calendar: IconShape =
  'M4.5 4.5h11A1.5 1.5 0 0 1 17 6v9.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15.5V6a1.5 1.5 0 0 1 1.5-1.5zM3 8.5h14M7 2.75v3M13 2.75v3'
export const card: IconShape =
  'M4 4.5h12A1.5 1.5 0 0 1 17.5 6v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 14V6A1.5 1.5 0 0 1 4 4.5zM2.5 8.25h15M5.5 12.5h3'
export const chart: IconShape = 'M2.75 16.25h3.5V11h3.5V4.25h3.5V8.5h4v7.75M2.75 16.25h14.5'
export const chevronDown: IconShape = 'm4.75 7.75 5.25 5.25 5.25-5.25'
export const chevronLeft: IconShape = 'M12.25 4.75 7 10l5.25 5.25'
export const chevronRight: IconShape = 'm7.75 4.75 5.25 5.25-5.25 5.25'
export const clip: IconShape = 'M14.5 9.5 9.25 14.75a2.75 2.75 0 0 1-4-4l6-6a2 2 0 0 1 2.75 2.75l-5.75 5.75'
export const copy: IconShape =
  'M8.5 7H15a1.5 1.5 0 0 1 1.5 1.5V15a1.5 1.5 0 0 1-1.5 1.5H8.5A1.5 1.5 0 0 1 7 15V8.5A1.5 1.5 0 0 1 8.5 7zM13 7V3.5H3.5V13H7'
export const cross: IconShape = 'm5 5 10 10M15 5 5 15'
export const paperBlank: IconShape = 'M5 2.75h7l3.5 3.5v11H5zM11.75 3v3.5h3.5'
export const dots: IconShape =
  'M4 10a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0zM9.5 10a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0zM15 10a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z'
export const download: IconShape = 'M10 3v9.5M6.25 9 10 12.75 13.75 9M3.5 16.5h13'
export const envelope: IconShape = 'M2.75 4.5h14.5v11H2.75zM3.25 5.5 10 11.25 16.75 5.5'
export const eye: IconShape =
  'M2 10c2-3.5 4.7-5.25 8-5.25S16 6.5 18 10c-2 3.5-4.7 5.25-8 5.25S4 13.5 2 10zM7.5 10a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0z'
export const flame: IconShape =
  'M10 2.75c.5 3 4.75 4.75 4.75 9a4.75 4.75 0 0 1-9.5 0c0-2 1-3 1.75-4.25.5 1 1 1.5 1.75 1.75C8.5 6.75 9 4.5 10 2.75z'
export const house: IconShape = 'M3.5 9 10 3.5 16.5 9v7.5H12V12H8v4.5H3.5z'
export const invoice: IconShape =
  'M4.5 2.75h11v14.5l-2.2-1.4-1.65 1.4L10 15.85l-1.65 1.4-1.65-1.4-2.2 1.4zM7.5 7h5M7.5 10.5h5'
export const lightning: IconShape = 'M11 2.5 4.75 11.25H9.25L8.5 17.5l6.75-9H10.5z'
export const lines: IconShape = 'M3 5h14M3 10h14M3 15h14'
export const lock: IconShape =
  'M5.5 8.75h9a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5h-9a1.5 1.5 0 0 1-1.5-1.5v-5a1.5 1.5 0 0 1 1.5-1.5zM6.5 8.5V6.25a3.5 3.5 0 0 1 7 0V8.5'
export const magnifier: IconShape = 'M3.5 8.75a5.25 5.25 0 1 0 10.5 0 5.25 5.25 0 1 0-10.5 0zM12.75 12.75l4 4'
export const minus: IconShape = 'M4 10h12'
export const paperWritten: IconShape = 'M5 2.75h7l3.5 3.5v11H5zM11.75 3v3.5h3.5M7.75 10.5h5M7.75 13.5h5'
export const pen: IconShape = 'm4 16 .75-3.5L13.5 3.75l2.75 2.75L7.5 15.25z'
export const person: IconShape = 'M7 6.75a3 3 0 1 0 6 0 3 3 0 1 0-6 0zM4 16.75c.6-3.2 2.9-4.75 6-4.75s5.4 1.55 6 4.75'
export const phone: IconShape =
  'M6.5 3 8.25 7 6.5 8.5c.9 2.2 2.8 4.1 5 5l1.5-1.75 4 1.75c0 2-1 3.5-3 3.5C8.5 17 3 11.5 3 6c0-2 1.5-3 3.5-3z'
export const plus: IconShape = 'M10 4v12M4 10h12'
export const reload: IconShape = 'M16 6.5A7 7 0 1 0 17 10M16.5 3v3.75h-3.75'
export const ringClock: IconShape = `${ring}M10 5.75V10l2.75 1.75`
export const ringExclamation: IconShape = `${ring}M10 6v4.75M10 13.75v.01`
export const ringHalf: IconShape = `${ring}M10 2.75v14.5M11 4.25h2M11 5.75h4M11 7.25h5M11 8.75h5.5M11 10.25h5.5M11 11.75h5.25M11 13.25h4.25M11 14.75h3M11 16h1`
export const ringInformation: IconShape = `${ring}M10 9.25V14M10 6.25v.01`
export const ringQuestion: IconShape = `${ring}M7.9 7.9A2.15 2.15 0 1 1 10 10.6v.9M10 14v.01`
export const ringTick: IconShape = `${ring}m4 .25 2.25 2.25 4.25-4.75`
export const sun: IconShape =
  'M6.75 10a3.25 3.25 0 1 0 6.5 0 3.25 3.25 0 1 0-6.5 0zM10 2.5v1.75M10 15.75v1.75M2.5 10h1.75M15.75 10h1.75M4.7 4.7l1.2 1.2M14.1 14.1l1.2 1.2M15.3 4.7l-1.2 1.2M5.9 14.1l-1.2 1.2'
export const tick: IconShape = 'm4 10.5 4 4 8-9'
export const triangle: IconShape = 'M10 3 2.5 16.25h15zM10 8v3.75M10 14v.01'
