package dev.loomweight.capture;

/**
 * How a capture stands, for all that capture: {@code run}, {@code record}, {@code dumps}, a sample, the agent. A capture
 * runs, and comes to exactly one end:
 *
 * <pre>
 *   RUNNING  &lt;--&gt;  HALTED         the target is stopped and continued, or the disk full and not
 *      |             |
 *      +---&gt; CLOSING &lt;---+         the end is decided, and what there is is being written
 *      |        |    |
 *      +--------+----+---&gt;  COMPLETE, FEWER_THREADS, STOPPED, TARGET_ENDED, KILLED, NOT_RECORDED, INTERRUPTED, FAILED
 * </pre>
 *
 * <p>The status in {@code capture.json} begins with the words of the state. The three states that are no end have the same
 * words, since a collector that is killed writes nothing more: what it leaves says {@code running}.
 */
public enum CaptureState {
    /** The target is captured; or its collector was killed. */
    RUNNING("running"),
    /** The target does not run, or its disk is nearly full: nothing is taken until that has passed. */
    HALTED("running"),
    /** Nothing more is taken, because of an end that is decided. */
    CLOSING("running"),
    /** Everything that was asked for is there. */
    COMPLETE("complete"),
    /** Not all threads of a sample ran. */
    FEWER_THREADS("only "),
    /** Ended before its time while the target went on: the disk was nearly full, or the target did not answer. */
    STOPPED("stopped: "),
    /** The target ended before the capture would have. */
    TARGET_ENDED("process "),
    /** The kernel killed the target for lack of memory. */
    KILLED("killed by the kernel"),
    /** There is everything but a recording. */
    NOT_RECORDED("not recorded: "),
    /** The user ended the collector. */
    INTERRUPTED("interrupted"),
    /** An error ended the capture, or the target while it was not expected to end. */
    FAILED("failed");

    private final String words;

    CaptureState(String words) {
        this.words = words;
    }

    /** What a status of this state begins with. */
    String words() {
        return words;
    }

    /**
     * The state that a status in {@code capture.json} says; {@link #FAILED} for words that no version writes.
     *
     * @return never {@link #HALTED} or {@link #CLOSING}
     */
    public static CaptureState of(String status) {
        for (CaptureState state : values()) {
            boolean exact = state == RUNNING || state == COMPLETE;
            if (exact ? status.equals(state.words) : status.startsWith(state.words)) {
                return state;
            }
        }
        return FAILED;
    }

    /** Whether nothing follows it. */
    public boolean isEnd() {
        return this != RUNNING && this != HALTED && this != CLOSING;
    }

    /** Whether another state may follow this one. */
    boolean leadsTo(CaptureState next) {
        return switch (this) {
            case RUNNING -> next != RUNNING;
            case HALTED -> next != HALTED;
            case CLOSING -> next.isEnd();
            default -> false;
        };
    }
}
