package dev.loomweight.memory.footprint;

import dev.loomweight.memory.footprint.ResidentMemory.Source;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.util.Collection;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The highest resident memory of a process. Snapshots and JFR's samples miss what is between them, and the peaks that the
 * kernel and JFR hold lag by some pages per thread: the highest of all is the peak. An accumulator of the peaks that are
 * held: filled and merged in any order.
 */
public final class ResidentPeak {

    // Of equal ones the more trusted, whatever their order.
    private static final Comparator<ResidentMemory> HIGHER = Comparator.comparingLong(ResidentMemory::bytes)
            .thenComparing(ResidentMemory::source, Comparator.reverseOrder());

    private @Nullable ResidentMemory held;

    /** Nothing is held yet. */
    public ResidentPeak() {}

    /** Adds the highest resident memory so far by the kernel's own count; ignores a sample that has none. */
    public void add(Sample sample) {
        switch (sample) {
            case ResidentSetSize event -> add(Math.max(event.residentBytes(), event.peakBytes()), Source.JFR);
            case ProcStatus status -> add(status.bytes().getOrDefault("VmHWM", 0L), Source.STATUS);
            default -> {}
        }
    }

    private void add(long bytes, Source source) {
        if (bytes > 0) {
            add(new ResidentMemory(bytes, source, null, 0));
        }
    }

    private void add(@Nullable ResidentMemory found) {
        if (found != null && (held == null || HIGHER.compare(found, held) > 0)) {
            held = found;
        }
    }

    /** Both together; changes this and returns it. */
    public ResidentPeak merge(ResidentPeak other) {
        add(other.held);
        return this;
    }

    /** Whether a source holds a peak, so that what is between the snapshots is known too. */
    public boolean isHeld() {
        return held != null;
    }

    /**
     * The highest, each page once: a peak that is held is RSS, and does not count where that counts memory several times.
     *
     * @param measured at the snapshots; of equal amounts these come first
     * @return null where none is known
     */
    public @Nullable ResidentMemory once(Collection<ResidentMemory> measured) {
        boolean again = measured.stream().anyMatch(one -> one.againBytes() > 0);
        return highest(Stream.concat(measured.stream(), again ? Stream.empty() : Stream.ofNullable(held)));
    }

    /**
     * The highest RSS.
     *
     * @param measured at the snapshots; of equal amounts these come last
     * @return null where no peak is held and fewer than two are measured: one snapshot alone shows no peak
     */
    public @Nullable ResidentMemory counted(Collection<ResidentMemory> measured) {
        return held == null && measured.size() < 2
                ? null
                : highest(Stream.concat(
                        Stream.ofNullable(held),
                        measured.stream().map(one -> new ResidentMemory(one.rssBytes(), one.source(), one.time(), 0))));
    }

    private static @Nullable ResidentMemory highest(Stream<ResidentMemory> all) {
        return all.reduce((left, right) -> left.bytes() >= right.bytes() ? left : right)
                .orElse(null);
    }
}
