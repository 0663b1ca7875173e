package dev.loomweight.capture;

import java.util.Locale;

/**
 * An end of a capture, in the words of {@code capture.json}.
 *
 * @param state the last state; an end
 * @param status the complete status, one line without a full stop
 */
public record CaptureEnd(CaptureState state, String status) {

    /** Everything that was asked for is there. */
    public static final CaptureEnd COMPLETE = new CaptureEnd(CaptureState.COMPLETE, CaptureState.COMPLETE.words());

    /** Not all threads of a sample ran. */
    public static CaptureEnd fewerThreads(long ran, long asked, String why) {
        return with(
                CaptureState.FEWER_THREADS, String.format(Locale.ROOT, "%d of %d threads ran: %s", ran, asked, why));
    }

    /** It ended before its time, and the target goes on. */
    public static CaptureEnd stopped(String why) {
        return with(CaptureState.STOPPED, why);
    }

    /**
     * The target ended before the capture would have.
     *
     * @param why more on that; may be empty
     */
    public static CaptureEnd targetEnded(long pid, String why) {
        return with(CaptureState.TARGET_ENDED, pid + " ended while it was captured" + after(": ", why));
    }

    /** The kernel killed the target, which {@code run} captures to its end, for lack of memory. */
    public static CaptureEnd killed(String evidence) {
        return with(CaptureState.KILLED, " for lack of memory: " + evidence);
    }

    /** All but a recording. */
    public static CaptureEnd notRecorded(String why) {
        return with(CaptureState.NOT_RECORDED, why);
    }

    /**
     * The user ended the collector.
     *
     * @param doing what it was at; may be empty
     */
    public static CaptureEnd interrupted(String doing) {
        return with(CaptureState.INTERRUPTED, after(" while ", doing));
    }

    /**
     * An error.
     *
     * @param doing what the collector was at; may be empty
     * @param why the error; may be empty
     */
    public static CaptureEnd failed(String doing, String why) {
        return with(CaptureState.FAILED, after(" while ", doing) + after(": ", why));
    }

    /** Why it ended, for people who read it without the status: nothing is left out but that it was stopped. */
    public String why() {
        return state == CaptureState.STOPPED ? status.substring(state.words().length()) : status;
    }

    private static CaptureEnd with(CaptureState state, String rest) {
        return new CaptureEnd(state, state.words() + rest);
    }

    private static String after(String before, String words) {
        return words.isEmpty() ? "" : before + words;
    }
}
