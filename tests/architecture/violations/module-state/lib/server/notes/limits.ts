import 'server-only'

const counts = new Map<string, number>()

export function countOf(userId: string): number {
  return counts.get(userId) ?? 0
}
