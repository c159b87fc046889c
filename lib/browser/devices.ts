import 'client-only'
import type { SitePath } from '../routes'
import { routes } from '../routes'

/** Ends one other session of this person. False if the site could not be told. */
export function endDevice(id: string): Promise<boolean> {
  return remove(routes.session(id))
}

/** Ends every session of this person but this browser's. */
export function endOtherDevices(): Promise<boolean> {
  return remove(routes.sessionsWhich('others'))
}

/** Ends every session of this person and makes the provider distrust all devices. */
export function endAllDevices(): Promise<boolean> {
  return remove(routes.sessionsWhich('all'))
}

async function remove(path: SitePath): Promise<boolean> {
  try {
    const response = await fetch(path, { method: 'DELETE', signal: AbortSignal.timeout(15_000) })
    return response.ok || response.status === 404
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return false
    throw error
  }
}
