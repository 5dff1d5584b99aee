import type { CurveRefusal } from '../curve.ts'

/** Why a line of a meter file, or all of it, stays out, for whoever runs the imports. */
export const curveReasons: Record<CurveRefusal, string> = {
  file_empty: 'the file is empty',
  format_unknown: 'this is no format of curves that is known here',
  maximum_powers: 'these are maximum powers, not a curve',
  spreadsheet: 'this is a spreadsheet: save it as CSV',
  archive_broken: 'the archive is broken; what could be unpacked before went in',
  line_too_long: 'the line is too long for any curve',
  cups_missing: 'the file names no supply point: say which with --cups CUPS',
  line_broken: 'the line does not have the fields of this format',
  cups_invalid: 'the CUPS is not valid',
  date_invalid: 'there is no such date',
  time_invalid: 'there is no such time',
  time_off_step: 'the time does not end an interval',
  hour_not_in_day: 'the day has no such hour',
  season_wrong: 'the season does not fit the date',
  number_invalid: 'this is not a number',
  number_negative: 'energy cannot be negative',
  quality_unknown: 'the mark of quality is not known',
  interval_contradicted: 'an earlier line says something else for the same interval',
}
