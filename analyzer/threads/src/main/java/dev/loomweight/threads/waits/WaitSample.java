package dev.loomweight.threads.waits;

import dev.loomweight.amount.Quantity;
import dev.loomweight.sample.Dumps.DumpedThreads;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One dump, folded to what its threads wait for: a sample of the profile.
 *
 * @param file the file that it is in
 * @param index the place of its snapshot in the capture, or 0
 * @param kind which command printed it
 * @param time when it was taken, or null
 * @param tookNanos how long the JVM took for it, in nanoseconds
 * @param pausedNanos for how long all threads were stopped meanwhile, in nanoseconds
 * @param runtime the version of the JDK; may be empty
 * @param threads how many do what
 * @param holders who had the locks that others waited for, as far as the dump shows it
 */
record WaitSample(
        String file,
        int index,
        DumpedThreads.Kind kind,
        @Nullable Instant time,
        Quantity tookNanos,
        Quantity pausedNanos,
        String runtime,
        Map<Waiting, Long> threads,
        Map<Holding.Held, Holding> holders) {

    /** In order of time; those without a time by their place, before those with one. Samples that are alike can swap. */
    static final Comparator<WaitSample> IN_ORDER = Comparator.comparing(
                    WaitSample::time, Comparator.nullsFirst(Comparator.<Instant>naturalOrder()))
            .thenComparingInt(WaitSample::index)
            .thenComparing(WaitSample::file)
            .thenComparing(WaitSample::kind)
            .thenComparingLong(sample -> sample.tookNanos.orElse(-1))
            .thenComparingLong(sample -> sample.pausedNanos.orElse(-1))
            .thenComparing(WaitSample::runtime)
            .thenComparing(WaitSample::content);

    // Asked for only where two dumps are of the same moment and file.
    private String content() {
        Map<String, Long> sorted = new TreeMap<>();
        threads.forEach((waiting, count) -> sorted.merge(waiting.toString(), count, Long::sum));
        Map<String, String> held = new TreeMap<>();
        holders.forEach((lock, holding) -> held.put(lock.toString(), holding.key()));
        return sorted + " " + held;
    }

    /** Whether an alarm took it, as the name of its file in a capture says. */
    boolean isOfAlarm() {
        return file.matches(".*-alarm\\.(json|txt)(\\.gz)?");
    }

    /** Whether it was taken within a budget, as the name of its file in a capture says. */
    boolean isSampled() {
        return file.matches(".*-sampled\\.(json|txt)(\\.gz)?");
    }

    /** Takes what threads of a sample do. */
    interface Sink {

        /**
         * Takes some threads.
         *
         * @param moment the place of the sample, from 0
         * @param waiting what they do
         * @param count how many
         */
        void accept(int moment, Waiting waiting, long count);
    }

    /** Hands over what the virtual or the platform threads of samples do, in the order of the samples. */
    static void forEach(List<WaitSample> samples, boolean virtual, Sink sink) {
        for (int i = 0; i < samples.size(); i++) {
            int moment = i;
            samples.get(i).threads().forEach((waiting, count) -> {
                if (waiting.virtual() == virtual) {
                    sink.accept(moment, waiting, count);
                }
            });
        }
    }
}
