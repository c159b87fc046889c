/** How often an open page renews its session. */
import { beforeEach, expect, test } from 'vitest'
import { due, fresh, isCovered, openPacedPage, paced, pass, refuse } from './paced-page'

openPacedPage()
beforeEach(() => {
  paced.session = due
})

test('while the provider is away a page renews again after half a minute, and then after twice as long', async () => {
  paced.answerRenewal = () => refuse(503, '5')
  await pass(3600)
  expect(paced.posts).toEqual([7, 42, 105, 231, 476, 959, 1925, 2891])
  expect(isCovered()).toBe(false)
})

test.each([429, 503])('a page renews no earlier than a %i wants it', async (status) => {
  paced.answerRenewal = () => refuse(status, '300')
  await pass(600)
  expect(paced.posts).toEqual([7, 308])
})

test('without a network a page renews with each question, as that bothers nobody', async () => {
  paced.answerRenewal = () => {
    throw new TypeError('Failed to fetch')
  }
  await pass(70)
  expect(paced.posts).toEqual([7, 14, 21, 28, 35, 42, 49, 56, 63, 70])
})

test('a page covered for want of a session pauses, too, and shows itself once the session is back', async () => {
  paced.answerRenewal = () => refuse(503, '5')
  paced.session = { signedIn: false }
  await pass(600)
  expect(paced.posts).toEqual([7, 37, 97, 217, 457])
  expect(isCovered()).toBe(true)
  paced.session = fresh
  await pass(5)
  expect(isCovered()).toBe(false)
})

test('back online, and after a renewal that worked, a page does not wait', async () => {
  paced.answerRenewal = () => refuse(503, '5')
  await pass(10)
  window.dispatchEvent(new Event('online'))
  await pass(1)
  expect(paced.posts).toEqual([7, 10])
  paced.answerRenewal = () => new Response(null, { status: 204 })
  await pass(40)
  expect(paced.posts).toEqual([7, 10, 45])
  await pass(7)
  expect(paced.posts).toEqual([7, 10, 45, 52])
})
