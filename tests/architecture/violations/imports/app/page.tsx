// @ts-nocheck: a page reaches for the browser
import { watchSession } from '@/lib/browser/session/session'

export default function Page() {
  return watchSession()
}
