import 'server-only'

export function keepQuiet(): void {
  process.stdout.write = () => true
}
