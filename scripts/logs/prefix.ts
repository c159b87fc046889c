/** What programs that show a log put before each of its lines. */

/** What follows the prefix. */
export type Body = {
  bytes: Buffer
  /** Where it was written, if the prefix says so. Of what stands on stderr nothing is ours. */
  stream: string | null
  /** Whether the line goes on in the next one. */
  isPart: boolean
}

/**
 * The line without a prefix that is known. Only what stands here is taken off: after just anything, a visitor's
 * text in another program's line could pass for an error of ours.
 */
export function bodyOf(line: Buffer): Body {
  const whole = { bytes: line, stream: null, isPart: false }
  if (line[0] === openingBrace) return whole
  const [kubernetes, stream = null, tag] =
    containerRuntime.exec(line.toString('latin1', 0, longestPrefix)) ?? []
  if (kubernetes) return { bytes: line.subarray(kubernetes.length), stream, isPart: tag === 'P' }
  const place = line.indexOf(openingBrace)
  if (place < 1 || place > longestPrefix) return whole
  const isKnown = isPrefix.test(withoutColours(line.toString('latin1', 0, place)))
  return isKnown ? { ...whole, bytes: line.subarray(place) } : whole
}

/** The text without what only colours it, or clears a terminal's line. */
export function withoutColours(text: string): string {
  return text.replace(colours, '')
}

const openingBrace = 0x7b
const longestPrefix = 300
const colours = new RegExp(`${String.fromCharCode(0x1b)}\\[[\\d;]*[mK]`, 'g')

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)`
const syslogTime = String.raw`[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,6})?`
/** A name of Kubernetes. */
const name = '[a-z0-9][a-z0-9.-]*'

/** Kubernetes' files in `/var/log/pods`: `2026-11-21T15:00:00.000000000Z stdout F {…}`, `P` for a part of a line. */
const containerRuntime = new RegExp(`^${time} (stdout|stderr) ([FP]) `)

const isPrefix = new RegExp(
  `^(?:${[
    // `docker compose logs`, `docker service logs`
    String.raw`[\w.@-]+ +\| (?:${time} )?`,
    // `docker logs --timestamps`, `kubectl logs --timestamps`
    `${time} `,
    // `kubectl logs --prefix`
    String.raw`\[pod/${name}/${name}\] (?:${time} )?`,
    // `stern`; before the pod its namespace, if there are several
    `(?:${name} )?${name} ${name} (?:${time} )?`,
    // `journalctl`, also with `-o short-iso`; syslog
    String.raw`(?:${syslogTime}|${time}) [\w.-]+ [\w.@-]+(?:\[\d+\])?: `,
  ].join('|')})$`,
)
