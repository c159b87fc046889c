import 'client-only'

export async function keepPages(): Promise<void> {
  await caches.open('pages')
  indexedDB.open('pages')
}
