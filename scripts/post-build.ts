/** What `npm run build` does after Next's own part. */
import { routeRules } from '../lib/builds/route-rules'
import { compressBuiltFiles } from './post-build/compress'
import { recordBuiltTree } from './start/built-tree'

/** A mistake in the route table ends the build: the types say so too, but the build does not check them. */
async function finishBuild(): Promise<void> {
  routeRules()
  await compressBuiltFiles()
  await recordBuiltTree()
}

void finishBuild()
