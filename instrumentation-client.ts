import { watchErrors } from '@/lib/browser/error-watch'

watchErrors()
