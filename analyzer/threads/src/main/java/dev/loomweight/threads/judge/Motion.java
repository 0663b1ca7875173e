package dev.loomweight.threads.judge;

/** What several dumps show of a wait. */
public enum Motion {
    /** Nothing has changed in any dump, and nothing that could end it has run. */
    STUCK("stuck"),
    /** The holder is the same at the same place in all dumps, and runs as far as they show. */
    RUNS("holder runs"),
    /** The same, and it waits for the clock, for input or output. */
    OUTSIDE("holder waits for the clock or for input"),
    /** Nothing has changed in any dump, but who owns it may be a thread that runs. */
    UNDECIDED("undecided"),
    /** Something has changed from dump to dump. */
    MOVING("moving"),
    /** There is one dump alone. */
    ONE_DUMP("one dump");

    private final String words;

    Motion(String words) {
        this.words = words;
    }

    /** As a table has it. */
    public String words() {
        return words;
    }
}
