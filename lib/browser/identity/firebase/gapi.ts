import 'client-only'
import { FirebaseError } from 'firebase/app'
import { withTimeLimit } from '@/lib/time/time-limit'

const source = 'https://apis.google.com/js/api.js'
const longestLoadMs = 30_000

/**
 * Loads Google's script that opens the SDK's hidden frame. The SDK would load it itself but wait for it forever
 * (spec section 9, "Library load timeout": 30 s); it uses a copy that is already there.
 */
export async function loadGapi(): Promise<void> {
  if ('gapi' in window) return
  const script = document.createElement('script')
  const loaded = new Promise<void>((resolve, reject) => {
    script.onload = () => resolve()
    script.onerror = () => reject(new FirebaseError('auth/network-request-failed', source))
  })
  script.src = source
  document.head.append(script)
  await withTimeLimit(loaded, longestLoadMs)
}
