/** Whose request it is: the address that the log and the limits take it to come from. */
import { expect, test } from 'vitest'
import { addressBlock, clientAddress, isForwarded } from '@/lib/http/origin'

type Fields = Record<string, string>

const from = (socket: string | null, forwardedFor?: string): [string | null, Fields] => [
  socket,
  forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
]
const twoProxies = '1.1.1.1, 203.0.113.9, 10.0.0.1'

const addressCases: [
  string,
  [socket: string | null, Fields],
  trustedProxies: number,
  address: string | null,
][] = [
  ['the socket', from('203.0.113.9'), 0, '203.0.113.9'],
  ['an IPv6 socket', from('2001:db8::9'), 0, '2001:db8::9'],
  ['nobody known, without the front', from(null, '1.1.1.1'), 0, null],
  ['what one proxy added, without the front', from(null, '1.1.1.1, 203.0.113.9'), 1, '203.0.113.9'],
  ['what the outer of two added, without the front', from(null, twoProxies), 2, '203.0.113.9'],
  ['nobody known behind a proxy that adds nothing', from(null), 1, null],
  ['the socket, not what the client says', from('203.0.113.9', '1.1.1.1'), 0, '203.0.113.9'],
  ['what one proxy added', from('10.0.0.1', '203.0.113.9'), 1, '203.0.113.9'],
  ['what one proxy added to the client’s', from('10.0.0.1', '1.1.1.1, 203.0.113.9'), 1, '203.0.113.9'],
  ['what the outer of two proxies added', from('10.0.0.2', twoProxies), 2, '203.0.113.9'],
  ['an IPv6 client behind a proxy', from('10.0.0.1', '1.1.1.1,2001:db8::9'), 1, '2001:db8::9'],
  ['the socket of a proxy that added nothing', from('10.0.0.1'), 1, '10.0.0.1'],
  ['the socket, the list being empty', from('10.0.0.1', ' , '), 1, '10.0.0.1'],
  ['the first there is, fewer than proxies', from('10.0.0.1', '203.0.113.9'), 3, '203.0.113.9'],
  ['without the port that Azure adds', from('10.0.0.1', '203.0.113.9:51322'), 1, '203.0.113.9'],
  ['without the port behind brackets', from('10.0.0.1', '[2001:db8::7]:443'), 1, '2001:db8::7'],
  ['without zeros before a number', from('10.0.0.1', '0203.0.113.011'), 1, '203.0.113.11'],
  ['an IPv6 address in its one form', from('10.0.0.1', '2001:0DB8:0::0007'), 1, '2001:db8::7'],
  ['an IPv4 address that the proxy maps', from('10.0.0.1', '[::ffff:cb00:7109]:80'), 1, '203.0.113.9'],
  ['a link’s address without its interface', from('fe80::1%eth0'), 0, 'fe80::1'],
  ['what is no address, as it came', from('10.0.0.1', 'unknown:1'), 1, 'unknown:1'],
]

test.each(addressCases)('client address: %s', (_name, [socket, fields], trustedProxies, address) => {
  const settings = { trustedProxies, addressHeader: null }
  expect(clientAddress(new Headers(fields), settings, socket)).toBe(address)
})

test('client address: what the platform’s header says, before proxies and the socket', () => {
  const settings = { trustedProxies: 1, addressHeader: 'cf-connecting-ip' }
  const sent = { 'cf-connecting-ip': '203.0.113.9', 'x-forwarded-for': '1.1.1.1' }
  const without = { 'x-forwarded-for': '1.1.1.1' }
  const found = [sent, without].map((fields) => clientAddress(new Headers(fields), settings, '10.0.0.1'))
  expect(found).toEqual(['203.0.113.9', null])
})

test('a proxy is noticed by a forwarded address, but not by that of the socket, which Next fills in', () => {
  const seen = [{}, { 'x-forwarded-for': '10.0.0.1' }, { 'x-forwarded-for': '203.0.113.9' }]
  const forwarded = seen.map((fields) => isForwarded(new Headers(fields as Fields), '10.0.0.1'))
  expect(forwarded).toEqual([false, false, true])
})

const blockCases: [address: string, block: string][] = [
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:FFFF::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::6', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:203.0.113.9', '2001:db8:1:2::/64'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:0:203.0.113.9', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['[2001:db8:1:2::6]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::6]:4711', '2001:db8:1:2::/64'],
  ['203.0.113.9:4711', '203.0.113.9'],
  ['', ''],
  ['unknown', 'unknown'],
  ['12345::', '12345::'],
  ['::ffff:203.0.113.999', '::ffff:203.0.113.999'],
  ['::1]@[::2', '::1]@[::2'],
]

test.each(blockCases)('%s is limited as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block)
})
