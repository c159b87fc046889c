// @ts-nocheck: a component speaks to Firebase
import { signOut } from 'firebase/auth'

export const SignInForm = () => signOut
