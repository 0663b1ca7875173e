package dev.loomweight.analysis.pin;

import java.util.EnumMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many carriers a process has, by the best of what tells. The JVM takes as many as it may use processors, unless a
 * property says otherwise ({@code java.lang.VirtualThread.createDefaultScheduler}).
 */
final class Parallelism {

    private static final Pattern STATED =
            Pattern.compile("-Djdk\\.virtualThreadScheduler\\.parallelism=([1-9]\\d{0,5})");
    private static final Pattern PROCESSORS = Pattern.compile("-XX:ActiveProcessorCount=([1-9]\\d{0,5})");

    private final EnumMap<By, Long> told = new EnumMap<>(By.class);

    /** As many as a user says. */
    static Parallelism said(long carriers) {
        Parallelism said = new Parallelism();
        said.add(By.SCHEDULER, carriers);
        return said;
    }

    /** What tells, the best first. */
    enum By {
        /** The scheduler itself, the property that it takes it from, or the user. */
        SCHEDULER(""),
        /** The option that says how many processors the JVM shall count with. */
        OPTION("as -XX:ActiveProcessorCount says"),
        /** The processors of the container. */
        CONTAINER("as many as it may use processors"),
        /** The processors of the machine. */
        MACHINE("as many as the machine has hardware threads");

        private final String words;

        By(String words) {
            this.words = words;
        }

        /** How it was told, for people; empty where nothing was inferred. */
        String words() {
            return words;
        }
    }

    /** Takes what one input tells; of several, the largest. */
    void add(By by, long carriers) {
        if (carriers > 0) {
            told.merge(by, carriers, Math::max);
        }
    }

    /** Takes what the options of a JVM tell, of which the last of a kind is in force. */
    void addOptions(CharSequence options) {
        addAll(By.SCHEDULER, STATED.matcher(options));
        addAll(By.OPTION, PROCESSORS.matcher(options));
    }

    private void addAll(By by, Matcher options) {
        long last = 0;
        while (options.find()) {
            last = Long.parseLong(options.group(1));
        }
        add(by, last);
    }

    void addAll(Parallelism other) {
        other.told.forEach(this::add);
    }

    /** The number, or 0 where nothing tells. */
    long carriers() {
        return told.isEmpty() ? 0 : told.getOrDefault(by(), 0L);
    }

    /** How it was told. */
    By by() {
        return told.isEmpty() ? By.SCHEDULER : told.keySet().iterator().next();
    }
}
