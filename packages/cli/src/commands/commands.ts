import type { Command } from '../command.ts'
import { add } from './add.ts'
import { check } from './check.ts'
import { history } from './history.ts'
import { keywords } from './keywords.ts'
import { login, logout } from './login.ts'
import { remove } from './remove.ts'
import { sites } from './sites.ts'

export const commands: readonly Command[] = [login, logout, sites, keywords, add, remove, history, check]
