import 'server-only'
/** A `pg` stream backed by PGlite, in place of a socket (docs/decisions/database.md). */
import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

/** All streams share PGlite's only session, which `connect` resets: use one stream at a time. */
export function openPgliteStream(database: PGlite): Duplex {
  // Copies, because PGlite reuses its memory.
  const onRawData = (response: Uint8Array) => void stream.push(Buffer.from(response))
  // Deferred: the driver must finish sending first, and a queue of queries must let other work of the process in.
  const send = (message: Buffer, done: (error?: Error | null) => void) => {
    const run = () => database.execProtocolRawStream(message, { syncToFs: false, onRawData })
    setImmediate(() => run().then(() => done(), done))
  }
  const stream: Duplex = new Duplex({
    write: (message, _encoding, done) => send(message, done),
    // The messages of a query come together.
    writev: (writes, done) => send(Buffer.concat(writes.map(({ chunk }) => chunk)), done),
    // Responses are pushed as they come.
    read: () => undefined,
    final: (done) => {
      stream.push(null)
      done()
    },
  })
  return Object.assign(stream, {
    connect: () => {
      resetSession(database).then(
        () => stream.emit('connect'),
        (error) => stream.destroy(error),
      )
      return stream
    },
    // `pg` calls these two on a socket; there is nothing to do.
    setNoDelay: () => stream,
    ref: () => stream,
  })
}

/** `pg` drops a connection after each error, with whatever was open or prepared on it. */
async function resetSession(database: PGlite): Promise<void> {
  await database.exec('rollback')
  await database.exec('discard all')
}
