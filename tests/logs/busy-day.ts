/** The log of a busy day as Foyer would write it: mostly other events, and about three errors in a hundred lines. */

/** An error that happens again and again. In lists, each time one is picked; `*` in a path is another word each time. */
export type Fault = {
  /** Of ten thousand lines. */
  share: number
  /** When it happens, as hours of the day; all day by default. */
  hours?: readonly [from: number, until: number]
  paths: readonly string[]
  referrers?: readonly (string | null)[]
  /** False is a person. */
  bots: readonly (string | false)[]
  fields: Readonly<Record<string, unknown>>
}

type Day = { lines: number; from: number; faults: readonly Fault[] }

/** The day's lines by time, in pieces of about 1 MB. Equal arguments have equal lines. */
export function* busyDay({ lines, from, faults }: Day): Generator<Buffer> {
  const random = createRandom(from)
  let piece = ''
  for (let number = 0; number < lines; number++) {
    const time = new Date(from + dayMs * timeOfDay(number / lines)).toISOString()
    const fault = pickFault(faults, random() * 10_000, Number(time.slice(11, 13)))
    piece += fault ? errorLine(time, fault, random) : otherLine(time, random)
    if (piece.length < 1_000_000) continue
    yield Buffer.from(piece)
    piece = ''
  }
  yield Buffer.from(piece)
}

const dayMs = 24 * 60 * 60 * 1_000

/** How much of the day is over after a part of its lines: nights are quieter than afternoons. */
function timeOfDay(part: number): number {
  return part + 0.09 * Math.sin(2 * Math.PI * part)
}

function pickFault(faults: readonly Fault[], drawn: number, hour: number): Fault | null {
  let sum = 0
  for (const fault of faults) {
    sum += fault.share
    if (drawn >= sum) continue
    const [from, until] = fault.hours ?? [0, 24]
    return hour >= from && hour < until ? fault : null
  }
  return null
}

function errorLine(time: string, { paths, referrers, bots, fields }: Fault, random: () => number): string {
  const id = uuidOf(random)
  const bot = pick(bots, random)
  const { level = 'error', event = 'error.thrown', status = 500, route = null, ...thrown } = fields
  const record = {
    ...{ level, time, event, requestId: id, reference: id.slice(0, 13), status, method: 'GET', route },
    path: pick(paths, random).replace('*', id.slice(24, 30)),
    ...(referrers ? { referrer: pick(referrers, random) } : {}),
    bot,
    ...(bot ? { botKind: 'crawler' } : {}),
    rendered: !bot,
    ...thrown,
    ...('stack' in thrown ? { causes: [] } : {}),
    buildId: '4jkPRwYp3twV4Nn3JO2P6',
  }
  return `${JSON.stringify(record)}\n`
}

function otherLine(time: string, random: () => number): string {
  const [level, event, rest] = pick(otherEvents, random)
  const userId = `${uuidOf(random).replaceAll('-', '').slice(0, 28)}`
  return `{"level":"${level}","time":"${time}","event":"${event}","requestId":"${uuidOf(random)}","userId":"${userId}"${rest}}\n`
}

const otherEvents = [
  ...Array(12).fill([
    'info',
    'session.renewed',
    ',"sessionId":"6f1d2c3b4a59","method":"cookie","ageSeconds":3312',
  ]),
  ...Array(3).fill([
    'info',
    'session.opened',
    ',"provider":"password","isNew":false,"clientAddress":"203.0.113.7"',
  ]),
  ['info', 'session.closed', ',"sessionId":"6f1d2c3b4a59"'],
  ['info', 'passkey.accepted', ',"purpose":"sign-in","credential":"iCloud Keychain"'],
  ['info', 'request.aborted', ',"method":"POST","path":"/api/notes","reason":"client-closed"'],
  [
    'warn',
    'console.printed',
    ',"message":"fetch for over 2MB of data can not be cached, as a \\"reference\\" is missing"',
  ],
] as readonly (readonly [string, string, string])[]

function pick<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)] as T
}

function uuidOf(random: () => number): string {
  const part = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  const digits = part() + part() + part() + part()
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20)}`
}

/** A linear congruential generator (Numerical Recipes): from 0 to 1, not 1 itself. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
