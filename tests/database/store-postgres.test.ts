import { describe } from 'vitest'
import { setUpPostgres } from './setup'
import { describeStore } from './store'

const postgres = setUpPostgres()

describe('the store on PostgreSQL', { timeout: 60_000 }, () => {
  describeStore(postgres.ask)
})
