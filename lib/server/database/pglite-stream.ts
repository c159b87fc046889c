import 'server-only'
/** The line between the driver and the embedded database, in place of a socket: both speak PostgreSQL's protocol. */
import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

type Done = (error?: Error | null) => void

/**
 * For `pg`, as its `stream`, and one at a time: behind it is always the same session, which `connect` brings back to its
 * beginning. What is written is answered on the main thread.
 */
export class PgliteStream extends Duplex {
  constructor(private readonly database: PGlite) {
    super()
  }

  connect(): this {
    this.beginSession().then(
      () => this.emit('connect'),
      (error) => this.destroy(error),
    )
    return this
  }

  /** `pg` leaves a connection after each error, with whatever was open or prepared on it. */
  private async beginSession(): Promise<void> {
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

  /**
   * Not at once: the driver isn't ready for an answer before it has sent all. And after what else the process has to answer, or a
   * queue of queries would keep it waiting to its end.
   */
  private send(message: Buffer, done: Done): void {
    const { receive: onRawData } = this
    const answer = () => this.database.execProtocolRawStream(message, { syncToFs: false, onRawData })
    setImmediate(() => answer().then(() => done(), done))
  }

  /** A copy, as the database uses its memory again. */
  private readonly receive = (answer: Uint8Array): void => {
    this.push(Buffer.from(answer))
  }

  override _read(): void {
    // The answer is pushed when there is one.
  }

  override _final(done: Done): void {
    this.push(null)
    done()
  }

  /** `pg` asks it of a socket. In a process there is no delay. */
  setNoDelay(): this {
    return this
  }

  /** `pg` asks it of a socket. There is nothing to wait for. */
  ref(): this {
    return this
  }
}
