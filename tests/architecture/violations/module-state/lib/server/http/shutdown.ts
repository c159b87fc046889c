import 'server-only'

let isShuttingDown = false

export function beginShutdown(): boolean {
  const isFirst = !isShuttingDown
  isShuttingDown = true
  return isFirst
}
