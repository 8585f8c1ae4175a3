/** Who typed the command, as the system knows them: sudo keeps the number of whom it was. */
export const operatorUid = ({ SUDO_UID }: NodeJS.ProcessEnv) => Number(SUDO_UID ?? process.getuid?.() ?? -1)
