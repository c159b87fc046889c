/** How often an open page asks for its session, and how soon it is covered. */
import { expect, test, vi } from 'vitest'
import { isCovered, openPacedPage, paced, page, pass, secondsOpen, touch, untouched } from './paced-page'

openPacedPage()

test('a page in use asks for its session every seven seconds, one that nobody touches less and less', async () => {
  await pass(60)
  expect(paced.questions).toEqual([7, 14, 21, 28, 35, 42, 49, 56])
  paced.questions = []
  await pass(300, untouched)
  expect(paced.questions).toEqual([63, 70, 81, 103, 147, 202, 257, 312])
})

test('a page that nobody touched asks at once when somebody does, and goes on as before', async () => {
  await pass(100, untouched)
  expect(paced.questions).toEqual([7, 14, 28, 56])
  await pass(20)
  expect(paced.questions).toEqual([7, 14, 28, 56, 100, 107, 114])
})

test.each(['pointerdown', 'keydown', 'scroll', 'focusin', 'input', 'visibilitychange'])(
  '%s counts as touching',
  async (type) => {
    await pass(60, untouched)
    page.dispatchEvent(new Event(type))
    await vi.advanceTimersByTimeAsync(7_000)
    expect(paced.questions.filter((at) => at > 56)).toHaveLength(type === 'visibilitychange' ? 2 : 1)
  },
)

test.each([
  ['somebody uses', 10, touch],
  ['nobody touches', 60, untouched],
] as const)(
  'a page that %s is covered %i seconds after its session has ended',
  async (_, withinSeconds, use) => {
    paced.answerRenewal = () => new Promise(() => undefined)
    await pass(60, use)
    // The worst moment: it has just asked.
    while (paced.questions.at(-1) !== secondsOpen()) await pass(1, use)
    expect(isCovered()).toBe(false)
    paced.session = { signedIn: false }
    await pass(withinSeconds, use)
    expect(isCovered()).toBe(true)
  },
)
