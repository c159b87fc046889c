import { expect, test } from 'vitest'
import { mailboxOf } from '@/components/email-link/mailbox'

test.each([
  ['a@gmail.com', 'Gmail'],
  ['a@GoogleMail.com', 'Gmail'],
  ['a@outlook.com', 'Outlook'],
  ['a@hotmail.co.uk', 'Outlook'],
  ['a@live.de', 'Outlook'],
  ['a@msn.com', 'Outlook'],
  ['a@example.com', undefined],
  ['a@gmail.com.example', undefined],
  ['a@mygmail.com', undefined],
  ['a@outlook.evil.example', undefined],
  ['nobody', undefined],
])('the webmail of %s is %s', (email, name) => {
  expect(mailboxOf(email)?.name).toBe(name)
})
