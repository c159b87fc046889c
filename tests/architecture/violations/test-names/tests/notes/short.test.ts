// A file that keeps to the rules.
import { test } from 'vitest'

const who = 'somebody'

test(`a note is saved for ${who}, whatever this expression holds, as it is not part of what counts: ${who} ${who} ${who}`, () => {})
