/** The routes of worktrees and projects. */
import { z } from 'zod'
import { paths } from './paths.ts'
import { receiptSchema } from './resources.ts'
import * as work from './work.ts'

export const workRoutes = {
  runSetup: {
    ...paths.runSetup,
    summary: "Run the setup script of a session's worktree again, or go on without it",
    body: work.setupCommandSchema,
    answer: receiptSchema,
  },
  getProject: {
    ...paths.getProject,
    summary: 'The project of a folder: its settings, and what of it the host would run',
    query: z.strictObject({ path: z.string().min(1) }),
    answer: work.projectSchema,
  },
  putProject: {
    ...paths.putProject,
    summary: 'Replace the settings of a project',
    body: work.putProjectSchema,
    answer: work.projectSchema,
  },
  confirmPrograms: {
    ...paths.confirmPrograms,
    summary: 'Allow programs of a project to run, as long as they stay as they are',
    body: work.confirmProgramsSchema,
    answer: work.projectSchema,
  },
} as const
