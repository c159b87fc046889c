import { openPostgresServer } from '../support/database/postgres'
import { testRoll } from './roll'

testRoll(openPostgresServer, { statement_timeout: 3_500 })
