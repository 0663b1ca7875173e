package dev.loomweight.threadcost.site;

import dev.loomweight.diagnosis.Owners;
import dev.loomweight.jvm.ThreadFacts;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Frames;
import dev.loomweight.sample.RecordedFrames;
import dev.loomweight.stacks.StackLines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Folds the threads of a moment by the place in the application's code where they stand. Where threads of one place differ
 * in weight by more than a half, they are several sites, told apart by the frame further out in which they differ.
 */
final class Sites {

    /** Of two threads of one site, the heavier is not more than so many times as heavy as the next lighter. */
    private static final double ALIKE = 1.5;

    private static final double P95 = 0.95;

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
     * @param label the frame with its line; empty for an empty stack
     */
    private record Place(int frame, String label, @Nullable WaitKind waits) {}

    private record Group(String label, @Nullable WaitKind waits, boolean virtual) {}

    /** The sites of a moment, the heaviest first. */
    List<SiteWeight> of(MomentWeights moment) {
        Map<Group, List<Standing>> groups = new LinkedHashMap<>();
        for (Standing standing : moment.standing().values()) {
            Place place = place(standing.key());
            groups.computeIfAbsent(
                            new Group(place.label, place.waits, standing.key().virtual()), key -> new ArrayList<>())
                    .add(standing);
        }
        List<SiteWeight> sites = new ArrayList<>();
        groups.forEach((group, standing) -> {
            List<List<Standing>> alike = alike(standing);
            for (List<Standing> some : alike) {
                sites.add(site(group, some, alike.size() > 1 ? caller(some, standing) : "", moment));
            }
        });
        sites.sort(Comparator.comparingLong(SiteWeight::most)
                .thenComparingLong(site -> site.weight().threads())
                .reversed()
                .thenComparing(SiteWeight::place)
                .thenComparing(SiteWeight::caller));
        return sites;
    }

    private Place place(Standing.Key key) {
        return places.computeIfAbsent(key.stack(), stack -> {
            List<Frame> frames = stack.stack().frames();
            if (frames.isEmpty()) {
                return new Place(-1, "", null);
            }
            ThreadWait wait = ThreadWait.of(new RecordedFrames(frames), ThreadFacts.of(key.virtual(), null, false));
            int frame = owners.placeIn(stack.stack(), wait.frame());
            return new Place(frame, Frames.label(frames.get(frame)), wait.kind());
        });
    }

    /** Those of a place, the like together. */
    private static List<List<Standing>> alike(List<Standing> standing) {
        List<Standing> sorted = standing.stream()
                .sorted(Comparator.comparingDouble(Sites::heft)
                        .thenComparing(one -> one.key().stack()))
                .toList();
        List<List<Standing>> groups = new ArrayList<>();
        double last = 0;
        for (Standing one : sorted) {
            double heft = heft(one);
            if (groups.isEmpty() || heft > ALIKE * last) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(one);
            last = heft;
        }
        return groups;
    }

    // Where no thread was measured, the frames show how heavy they are.
    private static double heft(Standing standing) {
        long threads = Math.max(1, standing.weight().threads());
        return standing.weight().isMeasured()
                ? (double) standing.weight().least() / threads
                : standing.depth();
    }

    /** The innermost frame outside of a place in which some differ from all; empty where they differ in nothing further out. */
    private String caller(List<Standing> some, List<Standing> all) {
        List<Frame> own = outside(some.getFirst());
        int common = own.size();
        for (Standing other : all) {
            List<Frame> others = outside(other);
            int same = 0;
            while (same < Math.min(common, others.size())
                    && Frames.label(own.get(same)).equals(Frames.label(others.get(same)))) {
                same++;
            }
            common = same == own.size() && others.size() == own.size() ? common : same;
        }
        return common < own.size() ? Frames.label(own.get(common)) : "";
    }

    private List<Frame> outside(Standing standing) {
        List<Frame> frames = standing.key().stack().stack().frames();
        return frames.subList(Math.min(frames.size(), place(standing.key()).frame + 1), frames.size());
    }

    private static SiteWeight site(Group group, List<Standing> standing, String caller, MomentWeights moment) {
        Weight weight = standing.stream().map(Standing::weight).reduce(Weight.NONE, Weight::plus);
        Set<Standing.Key> keys = standing.stream().map(Standing::key).collect(Collectors.toSet());
        long shared = moment.shared().stream()
                .filter(one -> !one.among().isEmpty() && keys.containsAll(one.among()))
                .mapToLong(MomentWeights.Shared::bytes)
                .sum();
        return new SiteWeight(
                group.label,
                caller,
                group.waits,
                group.virtual,
                standing.stream().mapToInt(Standing::depth).min().orElse(0),
                standing.stream().mapToInt(Standing::depth).max().orElse(0),
                weight,
                each(standing),
                shared,
                null,
                keys);
    }

    private static SiteWeight.Each each(List<Standing> standing) {
        long[] all = standing.stream()
                .flatMapToLong(one -> Arrays.stream(one.each()))
                .sorted()
                .toArray();
        return all.length == 0
                ? SiteWeight.Each.UNKNOWN
                : new SiteWeight.Each(
                        all[(all.length - 1) / 2], all[(int) Math.ceil(P95 * all.length) - 1]);
    }
}
