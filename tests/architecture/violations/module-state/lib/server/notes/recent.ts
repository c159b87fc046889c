import 'server-only'

const recent = ['first']

export function remember(name: string): void {
  recent.push(name)
}
