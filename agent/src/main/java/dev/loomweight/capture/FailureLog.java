package dev.loomweight.capture;

/**
 * What a JVM logs for a capture, as {@link CaptureFolder#JVM_LOG}: one line a collection, and allocations that failed. A
 * recording cannot be ended in a JVM whose heap is used up, and JFR has no event of an OutOfMemoryError; the log has what led
 * to it, up to the last moment.
 */
public final class FailureLog {

    /** What is logged. The lines of metaspace are written when it fails, and those of threads when one cannot be started. */
    private static final String WHAT = "gc=info,gc+init=info,gc+metaspace+freelist+oom=info,os+thread=warning";

    private static final String DECORATORS = "time,uptime,level,tags";
    private static final String ROTATION = "filecount=1,filesize=1m";
    private static final String NO_ROTATION = "filecount=0";

    /** The key of {@code capture.json} with the largest heap, in bytes: a log that begins later does not have it. */
    public static final String HEAP_MAX = "heapMaxBytes";

    private FailureLog() {}

    /**
     * The option of a JVM that is about to be started.
     *
     * @param file where it logs to, without quotation marks; {@code %p} stands for its process id
     */
    public static String option(String file) {
        return "-Xlog:" + WHAT + ":file=\"" + file + "\":" + DECORATORS + ":" + ROTATION;
    }

    /**
     * Begins it in a JVM that runs.
     *
     * @param file where it logs to, in that JVM's words
     * @param made whether the file is there, to be read by who made it: the JVM gives a file another name where it is to begin
     *     new ones
     * @return whether it logs; not where the JVM's parser would not take the path as it is
     * @throws DataException if it cannot be asked
     */
    public static boolean begin(DiagnosticCommands jvm, String file, boolean made) {
        return !file.contains("\"")
                && file.indexOf('%') < 0
                && jvm.run("VM.log output=\"" + file + "\" what=" + WHAT + " decorators=" + DECORATORS
                                + " output_options=" + (made ? NO_ROTATION : ROTATION))
                        .isBlank();
    }

    /** Ends what {@link #begin} began; the file stays. */
    public static void end(DiagnosticCommands jvm, String file) {
        String unused = jvm.run("VM.log output=\"" + file + "\" what=all=off");
    }
}
