/** A proxy in front of a PostgreSQL server that counts what clients send, and can go silent. */
import { connect, createServer, type Socket } from 'node:net'
import { listen } from '../ports'

/** Starts a proxy to the server of the URL. */
export async function startDatabaseProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isDead = false
  let heard = ''
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    client.on('data', (bytes) => {
      heard += bytes.toString('latin1')
      if (!isDead) database.write(bytes)
    })
    database.on('data', (bytes) => client.write(bytes))
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  const url = new URL(databaseUrl)
  url.port = String(await listen(server))
  return {
    url: url.href,
    /** How often a statement was sent. */
    asked: (statement: string) => heard.split(statement).length - 1,
    goDead: () => {
      isDead = true
    },
    revive: () => {
      isDead = false
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
