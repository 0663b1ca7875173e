package dev.loomweight.sample;

/**
 * The kernel's count of the processes of a control group that it killed for lack of memory, before the end of a process and
 * after it.
 *
 * @param file the file that has the count; empty if there is none
 * @param before the count while the process ran
 * @param after the count once the process had ended
 * @param since when {@code before} was read
 * @param group whether both counts are of one group
 */
public record KillCount(String file, long before, long after, Since since, Group group) {

    /** Nothing counts. */
    public static final KillCount NONE = new KillCount("", 0, 0, Since.START, Group.UNKNOWN);

    /** When the first count was read. */
    public enum Since {
        /** When the capture began. */
        START,
        /** At the last snapshot. */
        LAST_SNAPSHOT
    }

    /** Whether a count that did not rise means that the kernel did not kill the process. */
    public enum Group {
        /** Both counts are of the same group. */
        SAME,
        /** The group was made again, or the second count is of another one: it begins at 0 and says nothing. */
        OTHER,
        /** The group was removed with the process, before its count could be read again. */
        REMOVED,
        /** Nothing shows whether the group is the same. */
        UNKNOWN
    }

    /** Whether the kernel counts at all. */
    public boolean isCounted() {
        return !file.isEmpty();
    }

    /** How many processes of the group the kernel killed meanwhile; 0 also where the second count is of another group. */
    public long kills() {
        return group == Group.OTHER ? 0 : Math.max(0, after - before);
    }
}
