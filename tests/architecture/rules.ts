/** Foyer's architecture as assertions, each with an example that breaks it. Biome asserts what it can. */
import { oneBrand } from './rules/brand'
import { changingText } from './rules/changing-text'
import { layers } from './rules/imports'
import { marks } from './rules/marks'
import { moduleState } from './rules/module-state'
import { patches } from './rules/patches'
import { rowOrder } from './rules/rows'
import { pathsFromSiteMap, siteMap } from './rules/site-map'
import { transactions } from './rules/transactions'
import { vendors } from './rules/vendors'

export const rules = [
  layers,
  rowOrder,
  marks,
  vendors,
  siteMap,
  pathsFromSiteMap,
  moduleState,
  transactions,
  patches,
  changingText,
  oneBrand,
]
