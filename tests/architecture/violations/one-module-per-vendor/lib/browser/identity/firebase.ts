// @ts-nocheck: goes behind the face of Firebase
import 'client-only'
import { _getProvider } from '@firebase/app'

export const provider = _getProvider
