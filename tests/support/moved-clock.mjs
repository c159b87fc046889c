/** Moves a site's clock by the milliseconds that a file names: preloaded, with the file in `MOVED_CLOCK`. */
import { readFileSync } from 'node:fs'

const RealDate = Date

function now() {
  return RealDate.now() + Number(readFileSync(process.env.MOVED_CLOCK, 'utf8'))
}

globalThis.Date = class MovedDate extends RealDate {
  constructor(...values) {
    super(...(values.length === 0 ? [now()] : values))
  }

  static now() {
    return now()
  }

  // Next copies a class's own members only.
  static parse = RealDate.parse
  static UTC = RealDate.UTC
}
