/** The second part of `npm run build`, after `next build`. */
import { routeRules } from '../lib/builds/route-rules'
import { compressBuiltFiles } from './post-build/compress'
import { recordBuiltTree } from './start/built-tree'

/** Fails on a mistake in the route table: `next build` doesn't check types. */
async function finishBuild(): Promise<void> {
  routeRules()
  await compressBuiltFiles()
  await recordBuiltTree()
}

void finishBuild()
