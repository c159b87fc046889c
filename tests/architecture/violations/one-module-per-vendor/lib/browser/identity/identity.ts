// @ts-nocheck: loads Firebase beside its cell
import 'client-only'

export const openDoor = () => import('firebase/auth')
