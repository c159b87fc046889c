import { expect, test } from 'vitest'
import { mailboxKey } from '@/lib/server/session/links'

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['ada+news@example.com', 'ada@example.com'],
  ['ada+news+more@example.com.', 'ada@example.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
  ['a.da+x@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com.', 'ada@gmail.com'],
  ['+ada@example.com', '+ada@example.com'],
])('%s counts as the mailbox %s', (address, mailbox) => {
  expect(mailboxKey(address)).toBe(mailbox)
})
