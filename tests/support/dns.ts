/** A DNS server at 127.0.0.1 with the test's records; other names don't exist. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** `names`: PTR records by address. `addresses`: A and AAAA records by name. IPv6 addresses have all eight groups. */
export type Zone = {
  names?: Record<string, string[]>
  addresses?: Record<string, string[]>
  /** Names and addresses that get SERVFAIL, or no response. */
  failing?: string[]
  silent?: string[]
}

export type DnsServer = { address: string; asked: string[]; close(): void }

/** Starts it at a free port. */
export async function startDns({
  names = {},
  addresses = {},
  failing = [],
  silent = [],
}: Zone): Promise<DnsServer> {
  const answers = new Map<string, string[]>([
    ...Object.entries(names).map(([address, own]) => [`${reverseName(address)} ${types.PTR}`, own] as const),
    ...Object.entries(addresses).flatMap(([name, own]) =>
      ([types.A, types.AAAA] as const).map(
        (type) => [`${name} ${type}`, own.filter((one) => typeOf(one) === type)] as const,
      ),
    ),
  ])
  const named = (list: readonly string[]) => list.map((one) => (typeOf(one) ? reverseName(one) : one))
  const asked: string[] = []
  const socket = createSocket('udp4', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    asked.push(name)
    if (named(silent).includes(name)) return
    const found = answers.get(`${name} ${type}`)
    const code = named(failing).includes(name) ? codes.SERVFAIL : found ? codes.NOERROR : codes.NXDOMAIN
    const records = (code === codes.NOERROR && found ? found : []).map((one) => recordOf(type, one))
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(records.length, 6)
    header.fill(0, 8)
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() }
}

/** RFC 1035, section 3.2.2; RFC 3596. */
const types = { A: 1, PTR: 12, AAAA: 28 } as const
/** RFC 1035, section 4.1.1. */
const codes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3 } as const

function typeOf(text: string): number | null {
  if (text.includes(':')) return types.AAAA
  return /^[\d.]+$/.test(text) ? types.A : null
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let place = 12
  for (let length = query[place] ?? 0; length > 0; length = query[place] ?? 0) {
    labels.push(query.toString('latin1', place + 1, place + 1 + length))
    place += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(place + 1), end: place + 5 }
}

/** Its name points to the one in the question, at byte 12. */
function recordOf(type: number, text: string): Buffer {
  const content = type === types.PTR ? nameBytes(text) : addressBytes(text)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(content.length, 10)
  return Buffer.concat([head, content])
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

function addressBytes(address: string): Buffer {
  return address.includes(':')
    ? Buffer.from(hexDigits(address), 'hex')
    : Buffer.from(address.split('.').map(Number))
}

function reverseName(address: string): string {
  if (!address.includes(':')) return `${address.split('.').reverse().join('.')}.in-addr.arpa`
  return `${[...hexDigits(address)].reverse().join('.')}.ip6.arpa`
}

function hexDigits(address: string): string {
  return address
    .split(':')
    .map((group) => group.padStart(4, '0'))
    .join('')
}
