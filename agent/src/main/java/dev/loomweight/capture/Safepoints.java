package dev.loomweight.capture;

/**
 * For how long a JVM has stopped all its threads since it began: its own counter of the time at safepoints, which it keeps
 * unless it was started with {@code -XX:-UsePerfData}. Garbage collections are among them.
 */
final class Safepoints {

    private static final String COMMAND = "PerfCounter.print";
    private static final String TIME = "sun.rt.safepointTime=";
    private static final String FREQUENCY = "sun.os.hrt.frequency=";
    private static final double NANOS = 1e9;

    private Safepoints() {}

    /**
     * Asks a JVM.
     *
     * @return the time in nanoseconds, or -1 where the JVM does not know it
     * @throws Unanswered if it does not answer in time
     */
    static long nanos(DiagnosticCommands jvm) {
        try {
            return parse(jvm.run(COMMAND));
        } catch (Unanswered e) {
            throw e;
        } catch (DataException e) {
            return -1;
        }
    }

    static long parse(String answer) {
        long time = -1;
        long frequency = -1;
        for (String line : answer.split("\n", -1)) {
            if (line.startsWith(TIME)) {
                time = number(line.substring(TIME.length()));
            } else if (line.startsWith(FREQUENCY)) {
                frequency = number(line.substring(FREQUENCY.length()));
            }
        }
        return time < 0 || frequency <= 0 ? -1 : Math.round(time * (NANOS / frequency));
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text.trim());
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
