// @ts-nocheck: keeps to the rules
import { routes } from './site/routes'

export const guard = routes
