/** All mutations. `tests/architecture/mutations.test.ts` keeps them true. */
import { asvs } from './asvs'
import { limits } from './limits'
import { mutationsOf } from './mutation'
import { specCoverage } from './spec-coverage'

export const mutations = [
  ...mutationsOf('limits', limits),
  ...mutationsOf('asvs', asvs),
  ...mutationsOf('spec-coverage', specCoverage),
]
