import { test } from 'vitest'

test.each([1, 2])('a note is saved, and shared, and read, and kept, and comes back from the trash: %i, as often as it is asked for', () => {})
