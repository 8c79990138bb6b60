const nameOf = (actor: string): string => actor.replace(/ \(console\)$/, '').toLowerCase();

/**
 * Whether two actors are one person, who uses the console or the command. same_person() of the database has the same rule. A
 * name proves nothing: the command takes it from the shell.
 */
export const isSamePerson = (one: string, other: string): boolean => nameOf(one) === nameOf(other);
