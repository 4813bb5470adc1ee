export const commitsWords = (count: number): string => (count === 1 ? '1 commit' : `${count} commits`)
