package dev.loomweight.pins.pinning;

import dev.loomweight.fold.Sum;
import dev.loomweight.pins.scheduler.FullCarriers;
import dev.loomweight.pins.scheduler.FullWindows;
import dev.loomweight.pins.scheduler.FullWindows.Window;
import dev.loomweight.pins.scheduler.HeldCarriers;
import dev.loomweight.pins.scheduler.Maxima;
import dev.loomweight.pins.scheduler.Occupancy;
import dev.loomweight.sample.Coverage.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What pins did to the carriers, from the pins themselves. */
final class RecordedHeld implements HeldCarriers<PinGroup> {

    private final Occupancy occupancy;
    private final PinTimes times;
    private final Pins.Joined joined;
    private final long carriers;
    private final List<Span> recorded;
    // Until they are asked for.
    private @Nullable Windows<PinGroup> windows;

    /**
     * @param times when the pins were
     * @param joined their groups
     * @param carriers how many carriers run virtual threads at once, or 0
     * @param recorded when it was recorded, in the order of time, at least one
     */
    RecordedHeld(Occupancy occupancy, PinTimes times, Pins.Joined joined, long carriers, List<Span> recorded) {
        this.occupancy = occupancy;
        this.times = times;
        this.joined = joined;
        this.carriers = carriers;
        this.recorded = List.copyOf(recorded);
    }

    @Override
    public boolean isEmpty() {
        return occupancy.isEmpty();
    }

    @Override
    public long fromNanos() {
        return occupancy.fromNanos();
    }

    @Override
    public long toNanos() {
        return occupancy.toNanos();
    }

    @Override
    public long most() {
        return occupancy.mostHeld();
    }

    @Override
    public Occupancy.Waits waits() {
        return occupancy.waits();
    }

    @Override
    public Shorter shorter() {
        Occupancy.Shorter all = occupancy.shorter();
        return new Shorter(all.count(), all.mostNanos(), all.stepNanos());
    }

    @Override
    public Span recorded() {
        return new Span(recorded.getFirst().fromNanos(), recorded.getLast().toNanos());
    }

    @Override
    public Occupancy.Time time() {
        return occupancy.time(recorded);
    }

    @Override
    public Maxima maxima() {
        return occupancy.maxima();
    }

    @Override
    public Windows<PinGroup> windows() {
        Windows<PinGroup> known = windows;
        if (known == null) {
            known = findWindows();
            windows = known;
        }
        return known;
    }

    private Windows<PinGroup> findWindows() {
        if (carriers == 0) {
            return new Windows<>(FullWindows.NONE, List.of(), Map.of());
        }
        FullCarriers all = FullCarriers.in(occupancy, carriers);
        FullWindows found = FullWindows.of(all);
        IdentityHashMap<PinGroup, Long> together = new IdentityHashMap<>();
        return new Windows<>(found, shares(all.windows(), found.longest(), together), together);
    }

    /**
     * How long each group was pinned in each of the longest windows.
     *
     * @param together gets the same of all windows
     */
    private List<Map<PinGroup, Long>> shares(List<Window> all, List<Window> longest, Map<PinGroup, Long> together) {
        List<Window> windows = new ArrayList<>(all);
        windows.sort((one, other) -> Long.compare(one.fromNanos(), other.fromNanos()));
        Map<Window, Map<PinGroup, Long>> shares = new HashMap<>();
        longest.forEach(window -> shares.put(window, new IdentityHashMap<>()));
        long[] ends = windows.stream().mapToLong(Window::toNanos).toArray();
        if (ends.length > 0) {
            times.forEach((from, to, recorded) -> {
                PinGroup group = joined.groupOf(recorded, from, to);
                int found = Arrays.binarySearch(ends, from);
                // The first window that ends later than the pin begins.
                int i = found >= 0 ? found + 1 : -found - 1;
                for (; i < ends.length && windows.get(i).fromNanos() < to; i++) {
                    Window window = windows.get(i);
                    if (window.fullNanos() > 0 || group.lane() != Pins.Lane.COMPENSATED) {
                        long within = Math.min(to, ends[i]) - Math.max(from, window.fromNanos());
                        together.merge(group, within, Sum::together);
                        Map<PinGroup, Long> share = shares.get(window);
                        if (share != null) {
                            share.merge(group, within, Sum::together);
                        }
                    }
                }
            });
        }
        return longest.stream()
                .map(window -> shares.getOrDefault(window, Map.of()))
                .toList();
    }

    @Override
    public Watched<PinGroup> within(List<Span> stretches) {
        IdentityHashMap<PinGroup, Part> groups = new IdentityHashMap<>();
        times.forEach((from, to, recorded) -> {
            long nanos = part(stretches, from, to);
            if (nanos > 0) {
                groups.merge(joined.groupOf(recorded, from, to), new Part(1, nanos), Part::and);
            }
        });
        long[] rest = {0};
        times.shorter(EnumSet.allOf(Pins.Lane.class)).forEach((from, to, sum) -> {
            long part = part(stretches, from, to);
            rest[0] += part == to - from ? sum : (long) (sum * ((double) part / (to - from)));
        });
        return new Watched<>(groups, rest[0]);
    }

    /** @param stretches in their order, of which there can be as many as garbage collections */
    private static long part(List<Span> stretches, long from, long to) {
        int low = 0;
        for (int high = stretches.size(); low < high; ) {
            int middle = (low + high) >>> 1;
            if (stretches.get(middle).toNanos() <= from) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        long sum = 0;
        for (int i = low; i < stretches.size() && stretches.get(i).fromNanos() < to; i++) {
            sum += stretches.get(i).part(from, to);
        }
        return sum;
    }
}
