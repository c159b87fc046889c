import { expect, test, vi } from 'vitest'
import { remoteValue } from '@/lib/browser/http/remote-value'

test('a value whose loading throws is loaded by the next subscriber', async () => {
  const broken = new RangeError('broken')
  const load = vi.fn(async () => 'value').mockRejectedValueOnce(broken)
  const value = remoteValue(load)
  await expect(value.refresh()).rejects.toBe(broken)
  const heard = new Promise<void>((resolve) => value.subscribe(resolve))
  await heard
  expect(value.current()).toBe('value')
})
