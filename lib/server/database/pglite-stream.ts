import 'server-only'
/** A `pg` stream backed by PGlite, in place of a socket (docs/decisions/database.md). */
import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

type Done = (error?: Error | null) => void

/** All streams share PGlite's only session, which `connect` resets: use one stream at a time. */
export class PgliteStream extends Duplex {
  constructor(private readonly database: PGlite) {
    super()
  }

  connect(): this {
    this.resetSession().then(
      () => this.emit('connect'),
      (error) => this.destroy(error),
    )
    return this
  }

  /** `pg` drops a connection after each error, with whatever was open or prepared on it. */
  private async resetSession(): Promise<void> {
    await this.database.exec('rollback')
    await this.database.exec('discard all')
  }

  override _write(message: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.send(message, done)
  }

  /** The messages of a query come together. */
  override _writev(writes: { chunk: Buffer }[], done: Done): void {
    this.send(Buffer.concat(writes.map(({ chunk }) => chunk)), done)
  }

  /** Deferred: the driver must finish sending first, and a queue of queries must let other work of the process in. */
  private send(message: Buffer, done: Done): void {
    const { receive: onRawData } = this
    const run = () => this.database.execProtocolRawStream(message, { syncToFs: false, onRawData })
    setImmediate(() => run().then(() => done(), done))
  }

  /** Copies, because PGlite reuses its memory. */
  private readonly receive = (response: Uint8Array): void => {
    this.push(Buffer.from(response))
  }

  override _read(): void {
    // Responses are pushed as they come.
  }

  override _final(done: Done): void {
    this.push(null)
    done()
  }

  /** `pg` calls these two on a socket; there is nothing to do. */
  setNoDelay(): this {
    return this
  }

  ref(): this {
    return this
  }
}
