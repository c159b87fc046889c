/** All mutations. `tests/architecture/mutations.test.ts` keeps them true. */
import { account } from './account'
import { asvs } from './asvs'
import { http } from './http'
import { identity } from './identity'
import { limits } from './limits'
import { mutationsOf } from './mutation'
import { pages } from './pages'
import { session } from './session'
import { specCoverage } from './spec-coverage'

export const mutations = [limits, asvs, specCoverage, ...[http, session, identity, account, pages]].flatMap(
  mutationsOf,
)
