// @ts-nocheck: what every screen is made of knows of accounts
import { Facts } from '../account/facts'

export const Button = () => Facts
