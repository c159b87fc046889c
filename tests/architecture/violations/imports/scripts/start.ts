// @ts-nocheck: the site depends on its tests
import { startSite } from '../tests/fixtures'

export const start = startSite
