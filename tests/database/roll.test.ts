import { startPostgres } from '../support/database/postgres'
import { testRoll } from './roll'

testRoll(startPostgres, { statement_timeout: 3_500 })
