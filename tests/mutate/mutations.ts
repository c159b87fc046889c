/** All mutations. `tests/architecture/mutations.test.ts` keeps them true. */
import { account } from './account'
import { config } from './config'
import { consent } from './consent'
import { database } from './database'
import { errors } from './errors'
import { http } from './http'
import { identity } from './identity'
import { log } from './log'
import { mutationsOf } from './mutation'
import { notes } from './notes'
import { pages } from './pages'
import { session } from './session'
import { signIn } from './sign-in'
import { words } from './words'

export const mutations = [
  account,
  config,
  consent,
  database,
  errors,
  http,
  identity,
  log,
  notes,
  pages,
  session,
  signIn,
  words,
].flatMap(mutationsOf)
