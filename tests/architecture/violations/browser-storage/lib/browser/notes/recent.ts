import 'client-only'
import { tryStorage } from '@/lib/browser/site-data'

export function rememberNote(id: string): void {
  tryStorage(({ local }) => local.setItem('recent', id))
}
