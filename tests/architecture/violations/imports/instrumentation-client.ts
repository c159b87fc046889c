// @ts-nocheck: the browser's instrumentation imports from the server
import { log } from './lib/server/log/log'

export const onRouterTransitionStart = log
