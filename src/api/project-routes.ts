/** The routes of projects: settings, confirmations, and the script that runs what is worked on. */
import { z } from 'zod'
import { paths } from './paths.ts'
import * as projects from './projects.ts'
import { receiptSchema } from './resources.ts'
import * as work from './work.ts'

export const projectRoutes = {
  listProjects: {
    ...paths.listProjects,
    summary:
      "Projects that the host knows: from its sessions, from the CLI's own history, and those that were added",
    answer: projects.projectListSchema,
  },
  addProject: {
    ...paths.addProject,
    summary: 'Add a repository to the projects',
    body: projects.addProjectSchema,
    answer: projects.projectListSchema,
  },
  forgetProject: {
    ...paths.forgetProject,
    summary:
      'Forget a project that was added, its settings and what was confirmed; nothing in its folder changes',
    query: projects.forgetProjectQuerySchema,
    answer: projects.projectListSchema,
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
  getRun: {
    ...paths.getRun,
    summary: "What the project's run script prints, and whether it runs",
    query: projects.runQuerySchema,
    answer: projects.runSchema,
  },
  startRun: {
    ...paths.startRun,
    summary: "Start the project's run script in a checkout or a worktree",
    body: projects.runCommandSchema,
    answer: receiptSchema,
  },
  stopRun: {
    ...paths.stopRun,
    summary: "End the project's run script, with all that it has started",
    body: projects.runCommandSchema,
    answer: receiptSchema,
  },
} as const
