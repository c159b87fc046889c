import 'client-only'

export function tellTabs(id: string): void {
  new BroadcastChannel('notes').postMessage(id)
}
