package dev.loomweight.memory.threadcost.site;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.ThreadFacts;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.memory.threadcost.site.SiteWeight.Common;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace.RecordedFrames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Folds the threads of a moment by the place in the application's code where they stand. Where threads of one place
 * differ by more than a half in a part of their weight, they are several sites, told apart by the frame further out in which
 * they differ.
 */
final class Sites {

    /** Of the stacks of one site none weighs so many times as much as another, in any of its parts. */
    private static final double ALIKE = 1.5;

    /** Differences of so many bytes matter to nobody. */
    private static final double SLIGHT_BYTES = 32;

    private static final double SLIGHT_FRAMES = 2;

    /** At most so many sites of one place are told apart. */
    private static final int MAX_ALIKE_SITES = 6;

    private static final double P95 = 0.95;

    /** The heaviest first. */
    static final Comparator<SiteWeight> BY_WEIGHT = Comparator.comparingLong(SiteWeight::most)
            .thenComparingLong(site -> site.weight().threads())
            .reversed()
            .thenComparing(site -> site.common().place(), Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(SiteWeight::caller);

    private final Owners owners;
    private final Map<StackLines, Place> places = new HashMap<>();

    /** @param owners whose code frames are */
    Sites(Owners owners) {
        this.owners = owners;
    }

    /**
     * Where a stack stands.
     *
     * @param frame the index of the frame, or -1 for an empty stack
     * @param place the frame; null for an empty stack
     */
    private record Place(
            int frame, @Nullable CodePlace place, @Nullable WaitKind waits) {}

    /** The sites of a moment, in no order. */
    List<SiteWeight> of(MomentWeights moment) {
        Map<Common, List<SameStack>> groups = new LinkedHashMap<>();
        for (SameStack standing : moment.standing().values()) {
            Place place = place(standing.key());
            groups.computeIfAbsent(
                            new Common(place.place, place.waits, standing.key().virtual()), key -> new ArrayList<>())
                    .add(standing);
        }
        List<SiteWeight> sites = new ArrayList<>();
        groups.forEach((common, standing) -> {
            List<List<SameStack>> alike = alike(standing);
            for (List<SameStack> some : alike) {
                sites.add(site(common, some, alike.size() > 1 ? caller(some, standing) : "", moment));
            }
        });
        return sites;
    }

    private Place place(SameStack.Key key) {
        return places.computeIfAbsent(key.stack(), stack -> {
            List<Frame> frames = stack.stack().frames();
            if (frames.isEmpty()) {
                return new Place(-1, null, null);
            }
            ThreadWait wait = ThreadWait.of(new RecordedFrames(frames), ThreadFacts.of(key.virtual(), null, false));
            int frame = owners.placeIn(stack.stack(), wait.frame());
            return new Place(frame, frames.get(frame).place(), wait.kind());
        });
    }

    /** Those of a place, the like together; if these would be very many, only those that differ more are told apart. */
    private static List<List<SameStack>> alike(List<SameStack> standing) {
        List<SameStack> sorted = standing.stream()
                .sorted(Comparator.comparingDouble(Sites::heft)
                        .reversed()
                        .thenComparing(one -> one.key().stack()))
                .toList();
        for (double factor = ALIKE; ; factor *= 2) {
            List<List<SameStack>> groups = alike(sorted, factor);
            if (groups.size() <= MAX_ALIKE_SITES) {
                return groups;
            }
        }
    }

    private static List<List<SameStack>> alike(List<SameStack> sorted, double factor) {
        List<List<SameStack>> groups = new ArrayList<>();
        for (SameStack one : sorted) {
            List<SameStack> found = groups.stream()
                    .filter(group -> isAlike(group.getFirst(), one, factor))
                    .findFirst()
                    .orElseGet(() -> {
                        groups.add(new ArrayList<>());
                        return groups.getLast();
                    });
            found.add(one);
        }
        return groups;
    }

    private static boolean isAlike(SameStack one, SameStack other, double factor) {
        Weight left = one.weight();
        Weight right = other.weight();
        if (!left.isMeasured() || !right.isMeasured()) {
            return isAlike(one.depth(), other.depth(), factor, SLIGHT_FRAMES);
        }
        return isAlike(each(left, left.stackLeast()), each(right, right.stackLeast()), factor, SLIGHT_BYTES)
                && isAlike(each(left, left.locals()), each(right, right.locals()), factor, SLIGHT_BYTES)
                && isAlike(each(left, left.held()), each(right, right.held()), factor, SLIGHT_BYTES);
    }

    private static double each(Weight weight, long bytes) {
        return (double) bytes / Math.max(1, weight.threads());
    }

    // With a factor that grows even none and much become alike.
    private static boolean isAlike(double one, double other, double factor, double slight) {
        return Math.max(one, other) <= factor * Math.min(one, other) + slight * factor / ALIKE;
    }

    // Where no thread was measured, the frames show how heavy they are.
    private static double heft(SameStack standing) {
        return standing.weight().isMeasured()
                ? each(standing.weight(), standing.weight().least())
                : standing.depth();
    }

    /** The innermost frame outside of a place in which some differ from all; empty where they differ in nothing further out. */
    private String caller(List<SameStack> some, List<SameStack> all) {
        List<Frame> own = outside(some.getFirst());
        int common = own.size();
        for (SameStack other : all) {
            List<Frame> others = outside(other);
            int same = 0;
            while (same < Math.min(common, others.size())
                    && own.get(same).label().equals(others.get(same).label())) {
                same++;
            }
            common = (same == own.size() && others.size() == own.size()) ? common : same;
        }
        return common < own.size() ? own.get(common).label() : "";
    }

    private List<Frame> outside(SameStack standing) {
        List<Frame> frames = standing.key().stack().stack().frames();
        return frames.subList(Math.min(frames.size(), place(standing.key()).frame + 1), frames.size());
    }

    private static SiteWeight site(Common common, List<SameStack> standing, String caller, MomentWeights moment) {
        Weight weight = standing.stream().map(SameStack::weight).reduce(Weight.NONE, Weight::plus);
        Set<SameStack.Key> keys = standing.stream().map(SameStack::key).collect(Collectors.toSet());
        Map<String, Long> names = new TreeMap<>();
        standing.forEach(one -> one.names().forEach((name, threads) -> names.merge(name, threads, Long::sum)));
        long shared = moment.shared().stream()
                .filter(one -> one.isWithin(keys))
                .mapToLong(MomentWeights.Shared::bytes)
                .sum();
        return new SiteWeight(
                common,
                caller,
                standing.stream().mapToInt(SameStack::depth).min().orElse(0),
                standing.stream().mapToInt(SameStack::depth).max().orElse(0),
                weight,
                each(standing),
                shared,
                null,
                new SiteWeight.Named(SiteWeight.sorted(names), keys));
    }

    private static SiteWeight.Each each(List<SameStack> standing) {
        long[] all = standing.stream()
                .flatMapToLong(one -> Arrays.stream(one.each()))
                .sorted()
                .toArray();
        return all.length == 0
                ? SiteWeight.Each.UNKNOWN
                : new SiteWeight.Each(all[(all.length - 1) / 2], all[(int) Math.ceil(P95 * all.length) - 1]);
    }
}
