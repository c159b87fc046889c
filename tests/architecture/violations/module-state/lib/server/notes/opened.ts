import 'server-only'

const opened = { count: 0, names: ['first'] }

export function countOpening(): number {
  opened.count += 1
  return opened.count
}
