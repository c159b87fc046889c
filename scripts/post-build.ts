/** What `npm run build` does after Next's own part. */
import { recordBuiltTree } from './start/built-tree'

async function finishBuild(): Promise<void> {
  await recordBuiltTree()
}

void finishBuild()
