/** Whether a server responds. */
import { get as getPlain } from 'node:http'
import { get as getSecure } from 'node:https'

/** Whether anything responds to HTTP. Not by `fetch`, which has been observed to hang. */
export function isAnswering(url: URL): Promise<boolean> {
  const get = url.protocol === 'https:' ? getSecure : getPlain
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume()
      resolve(true)
    })
    const timer = setTimeout(() => request.destroy(), responseTimeoutMs)
    request.once('error', () => resolve(false))
    request.once('close', () => {
      clearTimeout(timer)
      resolve(false)
    })
  })
}

const responseTimeoutMs = 5_000
