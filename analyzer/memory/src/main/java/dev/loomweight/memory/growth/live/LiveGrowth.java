package dev.loomweight.memory.growth.live;

import dev.loomweight.memory.Place;
import dev.loomweight.memory.footprint.CountedOnce;
import dev.loomweight.memory.growth.Course;
import dev.loomweight.memory.growth.Grown;
import dev.loomweight.memory.growth.ProcessGrowth;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What grew in a running JVM since it is watched, from {@code /proc/PID/status} and NMT's summary. Neither divides the
 * heap, malloc of native code and mmap: these are the rest of resident memory. Not safe for several threads.
 */
public final class LiveGrowth {

    /** The moments that are kept: with more, every other one is dropped. */
    private static final int MAX_MOMENTS = 256;

    private static final int CALLS_WITHOUT_NMT = 3;

    private final List<Placed> moments = new ArrayList<>();
    private @Nullable ProcStatus status;
    private @Nullable NmtReport nmt;
    // Of a heap that is a file in memory, at the last account of the mappings.
    private long heapFile;
    private long heapAgain;
    private long calls;
    private long seen;
    private long every = 1;

    /** The amounts by place at a moment, which add up to resident memory. */
    private record Placed(Instant time, Map<Place, Long> bytes, long resident) {}

    /**
     * A place that grew.
     *
     * @param id the key of the place: that of {@link Place}, or {@code rest}
     * @param label its name
     * @param bytes how much it grew since the start
     * @param perMinute the slope in bytes per minute; empty where it is not known
     * @param errorPerMinute half of the 95 % confidence interval of the slope; empty where it is not known
     * @param trend what it did
     */
    public record Growing(
            String id,
            String label,
            long bytes,
            OptionalDouble perMinute,
            OptionalDouble errorPerMinute,
            Course.Trend trend) {}

    /**
     * What grew since the start.
     *
     * @param window the time since the first figures
     * @param noiseBytes what is not taken for growth
     * @param places the places that grew by more than that, the largest growth first
     */
    public record Figures(Duration window, long noiseBytes, List<Growing> places) {

        /** Nothing is known. */
        public static final Figures NONE = new Figures(Duration.ZERO, ProcessGrowth.noise(0), List.of());

        public Figures {
            places = List.copyOf(places);
        }
    }

    /** Takes a sample; ignores what has no figure of growth. */
    public void add(Sample sample) {
        if (sample instanceof ProcStatus one) {
            status = one;
        } else if (sample instanceof NmtReport one && !one.diff()) {
            nmt = one;
        } else if (sample instanceof Smaps one) {
            CountedOnce once = CountedOnce.of(one);
            heapFile = once.heapBytes();
            heapAgain = heapFile == 0 ? 0 : once.againBytes();
        }
    }

    /**
     * The figures now. Each call adds a moment.
     *
     * @param now the time; not before that of the last call
     */
    public Figures at(Instant now) {
        ProcStatus kernel = status;
        Long rss = kernel == null ? null : kernel.residentBytes();
        calls++;
        // The first figures of NMT come a moment later than those of the kernel, if they come.
        if (kernel != null && rss != null && (nmt != null || calls > CALLS_WITHOUT_NMT)) {
            long resident = rss - again(kernel);
            keep(new Placed(now, places(kernel, resident), resident));
        }
        if (moments.size() < 2) {
            return Figures.NONE;
        }
        long noise = ProcessGrowth.noise(moments.getLast().resident());
        List<Growing> growing = moments.getLast().bytes().keySet().stream()
                .map(place -> Grown.of(place, course(place), noise, ""))
                .filter(one -> one.course().change() > noise)
                .map(this::growing)
                .sorted(Comparator.comparingLong(Growing::bytes).reversed().thenComparing(Growing::id))
                .toList();
        return new Figures(
                Duration.between(moments.getFirst().time(), moments.getLast().time()), noise, growing);
    }

    /**
     * What RSS counts again of the heap. The mappings are read seldom: meanwhile the share of the heap's pages that are
     * counted again is taken to be the same.
     */
    private long again(ProcStatus kernel) {
        return heapAgain == 0 ? 0 : Math.round((double) shared(kernel) * heapAgain / (heapFile + heapAgain));
    }

    /** Resident memory of files in memory: ZGC's heap is one. */
    private static long shared(ProcStatus kernel) {
        return kernel.bytes().getOrDefault("RssShmem", 0L);
    }

    private void keep(Placed moment) {
        // The last moment is always there, whether or not it is one of those that stay.
        if (!moments.isEmpty() && (seen - 1) % every != 0) {
            moments.removeLast();
        }
        moments.add(moment);
        seen++;
        if (moments.size() > MAX_MOMENTS) {
            every *= 2;
            for (int i = moments.size() - 2; i > 0; i -= 2) {
                moments.remove(i);
            }
        }
    }

    private Map<Place, Long> places(ProcStatus kernel, long resident) {
        Map<Place, Long> bytes = new EnumMap<>(Place.class);
        Long files = kernel.bytes().get("RssFile");
        if (files != null) {
            bytes.put(Place.MAPPED_FILES, files + (heapFile > 0 ? 0 : shared(kernel)));
        }
        if (nmt != null) {
            NmtDigest digest = NmtDigest.of(nmt);
            digest.addMalloc(bytes);
            digest.addMapped(bytes);
            // Guard pages are committed with the stacks, and never resident.
            bytes.computeIfPresent(Place.PLATFORM_THREADS, (place, held) -> held - digest.guardBytesOrEstimate());
        }
        long known = bytes.values().stream().mapToLong(Long::longValue).sum();
        bytes.put(Place.UNDIVIDED, resident - known);
        return bytes;
    }

    private Course course(Place place) {
        NavigableMap<Instant, Long> values = new TreeMap<>();
        for (Placed moment : moments) {
            Long bytes = moment.bytes().get(place);
            if (bytes != null) {
                values.put(moment.time(), bytes);
            }
        }
        return Course.of(values);
    }

    private Growing growing(Grown one) {
        Optional<Course.Slope> slope = one.course().slope();
        return new Growing(
                one.place() == Place.UNDIVIDED ? "rest" : one.place().id(),
                label(one.place()),
                one.course().change(),
                slope.map(rate -> OptionalDouble.of(rate.perSecond() * 60)).orElse(OptionalDouble.empty()),
                slope.filter(rate -> Double.isFinite(rate.halfWidth()))
                        .map(rate -> OptionalDouble.of(rate.halfWidth() * 60))
                        .orElse(OptionalDouble.empty()),
                one.trend());
    }

    private String label(Place place) {
        return switch (place) {
            case UNDIVIDED -> nmt == null ? "heap, JVM, native code" : "heap, native malloc, mmap";
            case MAPPED_FILES -> "mapped files and libraries";
            default -> place.label();
        };
    }
}
