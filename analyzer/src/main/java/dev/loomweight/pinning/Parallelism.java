package dev.loomweight.pinning;

import dev.loomweight.sample.CarrierOptions;
import java.util.EnumMap;

/** How many carriers a process has, by the best of what tells. */
public final class Parallelism {

    private final EnumMap<By, Long> told = new EnumMap<>(By.class);

    /** As many as a user says. */
    static Parallelism said(long carriers) {
        Parallelism said = new Parallelism();
        said.add(By.SCHEDULER, carriers);
        return said;
    }

    /** What tells, the best first. */
    public enum By {
        /** The scheduler itself, the property that it takes it from, or the user. */
        SCHEDULER(""),
        /** The option that says how many processors the JVM shall count with. */
        OPTION("as -XX:ActiveProcessorCount says"),
        /** The processors of the container. */
        CONTAINER("one for each processor that it may use"),
        /** The processors of the machine. */
        MACHINE("one for each hardware thread of the machine");

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
    public void add(By by, long carriers) {
        if (carriers > 0) {
            told.merge(by, carriers, Math::max);
        }
    }

    /** Takes what the options of a JVM tell. */
    public void add(CarrierOptions options) {
        add(By.SCHEDULER, options.parallelism());
        add(By.OPTION, options.processors());
    }

    void addAll(Parallelism other) {
        other.told.forEach(this::add);
    }

    /** The number, or 0 where nothing tells. */
    public long carriers() {
        return told.isEmpty() ? 0 : told.getOrDefault(by(), 0L);
    }

    /** How it was told. */
    By by() {
        return told.isEmpty() ? By.SCHEDULER : told.keySet().iterator().next();
    }
}
